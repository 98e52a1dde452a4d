/** Starts the view: the parts listen first, then the host learns that the view is ready. */
import { startEntry } from './entry.js'
import { connect } from './host.js'
import { showFailure, showToolInput, startList, toolCancelled, toolResult } from './list.js'

startList()
startEntry()
try {
  await connect({
    'ui/notifications/tool-input': showToolInput,
    'ui/notifications/tool-input-partial': showToolInput,
    'ui/notifications/tool-result': toolResult,
    'ui/notifications/tool-cancelled': toolCancelled,
  })
} catch (error) {
  showFailure(error)
}
