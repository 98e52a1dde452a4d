/** The filters: topics as chips, one language, no key. */
import { arrows, button, byId, element, languageName } from './dom.js'

const topicChips = () => [...byId('topics').children]

/** Calls `choose` with the filters that changed. */
export function startFilters(choose) {
  byId('topics').addEventListener('click', ({ target }) => {
    const chip = target.closest('button')
    if (!chip) return
    choose({ topic: chip.ariaPressed === 'true' ? undefined : chip.dataset.topic })
  })
  byId('topics').addEventListener('keydown', (event) => {
    if (arrows(event, topicChips(), 'ArrowLeft', 'ArrowRight')) oneStop(document.activeElement)
  })
  byId('language').addEventListener('change', ({ target }) => choose({ language: target.value || undefined }))
  byId('no-auth').addEventListener('change', ({ target }) => choose({ no_auth: target.checked || undefined }))
}

/** Counts that the answer holds; where it shows all it found and holds none, those of its hits. */
export function showFilters(input, { hits, topics, languages }) {
  const held = document.activeElement?.dataset?.topic
  const topicCounts = withChosen(topics ?? counted(hits, 'topics'), input.topic)
  byId('topics').replaceChildren(
    ...topicCounts.map(([topic, count]) => {
      const chip = button(topic, { ariaPressed: String(topic === input.topic) })
      chip.dataset.topic = topic
      if (count !== undefined) chip.append(' ', element('span', {}, String(count)))
      return chip
    }),
  )
  const again = topicChips().find((chip) => chip.dataset.topic === held)
  oneStop(again ?? topicChips().find((chip) => chip.ariaPressed === 'true') ?? topicChips()[0])
  if (held !== undefined) (again ?? topicChips()[0] ?? byId('query')).focus()
  const options = withChosen(languages ?? counted(hits, 'languages'), input.language).map(([name, count]) => {
    const label = languageName(name)
    return element('option', { value: name }, count === undefined ? label : `${label} (${count})`)
  })
  byId('language').replaceChildren(element('option', { value: '' }, 'any'), ...options)
  byId('language').value = input.language ?? ''
  byId('no-auth').checked = input.no_auth === true
  byId('topics').hidden = topicCounts.length === 0
  byId('filters').hidden = false
}

/** Tab stops once at the toolbar; arrow keys move inside it. */
function oneStop(stop) {
  for (const chip of topicChips()) chip.tabIndex = chip === stop ? 0 : -1
}

/** The chosen topic is always shown, so that it can be removed. */
function withChosen(counts, chosen) {
  const list = Object.entries(counts)
  if (chosen !== undefined && !Object.hasOwn(counts, chosen)) list.unshift([chosen, undefined])
  return list
}

function counted(hits, member) {
  const counts = new Map()
  for (const value of hits.flatMap((hit) => hit[member] ?? [])) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, 8))
}
