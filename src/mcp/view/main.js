/** Starts the view: the parts listen first, then the host learns that the view is ready. */
import { startEntry } from './entry.js'
import { connect } from './host.js'
import { showFailure, startList, toolCancelled, toolInput, toolResult } from './list.js'

startList()
startEntry()
try {
  await connect({
    'ui/notifications/tool-input': toolInput,
    'ui/notifications/tool-input-partial': toolInput,
    'ui/notifications/tool-result': toolResult,
    'ui/notifications/tool-cancelled': toolCancelled,
  })
} catch (error) {
  showFailure(error)
}
