/** "Use this SDK": the model learns what the reader chose, as far as the host passes it on. */
import { copyableCode } from './code.js'
import { button, byId, element, languageName, paragraph, say } from './dom.js'
import { canSendMessages, canUpdateContext, sendMessage, updateContext } from './host.js'

/** Made of slug and language alone: a title is text of others, and must not speak in the name of the reader. */
const wordsFor = ({ slug, language }) =>
  `Use ${slug} in ${languageName(language)}. Read how with get_sdk_readme, slug "${slug}", language "${language}".`

/** A button, or what to write where the host passes nothing on. `chosen` gives slug and language. */
export function useControl(chosen) {
  if (!canSendMessages() && !canUpdateContext()) return toWrite(chosen(), 'To use it, write in the chat:')
  const presser = button('Use this SDK', { className: 'main' }, async () => {
    presser.disabled = true
    say(byId('outcome'), 'Telling the model …', { busy: true })
    try {
      say(byId('outcome'), await tell(chosen()))
      presser.disabled = false
    } catch {
      say(byId('outcome'), '')
      const instead = toWrite(chosen(), 'The host did not pass it on. Write in the chat:')
      presser.replaceWith(instead)
      instead.querySelector('button').focus()
    }
  })
  return presser
}

const toWrite = (choice, why) => element('div', { className: 'write' }, paragraph(why), copyableCode(wordsFor(choice)))

/** @returns the outcome in words. @throws Error when the host refuses */
async function tell({ slug, language }) {
  const words = wordsFor({ slug, language })
  const what = `${slug} in ${languageName(language)}`
  if (canUpdateContext()) {
    const informed = updateContext(words, { chosen_sdk: { slug, language } })
    if (!canSendMessages()) {
      await informed
      return `The model knows of ${what} from your next message on.`
    }
    // The message says the same.
    await informed.catch(() => {})
  }
  await sendMessage(words)
  return `The model goes on with ${what}.`
}
