/** Begins: the parts listen, then the host is told that they do. */
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
