/** The forms: what they ask for, where they go, and how they come back when something is wrong. */
import { describe, expect, it } from 'vitest'
import { ContactMessage, JobApplication } from '../../src/inbox/message.ts'
import { TRAP_FIELD } from '../../src/rest/routes.ts'
import { begunMessage, renderForm } from '../../src/site/forms.ts'
import { CatalogError } from '../../src/tools/define/catalog-error.ts'
import { attribute, elements, parseHtml, textOf } from '../html.ts'

const fieldsIn = (html: string) =>
  elements(parseHtml(html), '*', { name: true }).filter(({ name }) => name === 'input' || name === 'textarea')

describe('the message that a link begins', () => {
  const begun = (query: string) => {
    const document = parseHtml(renderForm('/contact', begunMessage(new URLSearchParams(query))).text)
    const [kind] = elements(document, 'a', { 'aria-current': 'true' }).map(textOf)
    return [kind, textOf(elements(document, 'textarea', { name: 'message' })[0]!).trim()]
  }

  it('says what it is about, and of which kind it is', () => {
    expect(begun('about=poetrydb-sdk')).toEqual([
      'A wrong entry',
      expect.stringMatching(/^Wrong entry: poetrydb-sdk\n/),
    ])
    expect(begun('kind=missing&about=twilio')).toEqual([
      'A missing SDK',
      expect.stringMatching(/^Missing SDK: twilio\n/),
    ])
    expect(begun('')).toEqual(['Something else', ''])
    expect(begun('kind=toString&about=</textarea>')[1]).toBe('')
    expect(begun(`about=${'x'.repeat(9_000)}`)[1]!.length).toBeLessThan(300)
  })
})

describe.each([
  ['/contact', ContactMessage],
  ['/jobs', JobApplication],
] as const)('the form of %s', (path, schema) => {
  const form = renderForm(path).text

  it('asks for the fields of its message, each with label and autocomplete hint, and sets a trap for robots', () => {
    const document = parseHtml(form)
    expect(attribute(fieldsIn(form), 'name')).toEqual([...Object.keys(schema.shape), TRAP_FIELD])
    const [trap] = elements(document, 'p', { class: 'trap', 'aria-hidden': 'true' })
    expect(elements(trap!, 'input', { name: TRAP_FIELD, tabindex: '-1', autocomplete: 'off' })).toHaveLength(1)
    for (const field of Object.keys(schema.shape)) {
      expect(elements(document, 'label', { for: field }), field).toHaveLength(1)
      const attributes = { id: field, name: field, autocomplete: /^[\w-]+$/, maxlength: /^\d+$/ }
      expect(elements(document, '*', attributes), field).toHaveLength(1)
    }
  })

  it('posts to its own page, and declares itself to agents without sending by itself', () => {
    const tool = { toolname: /^\w+$/, tooldescription: /\w/, toolautosubmit: false }
    expect(elements(parseHtml(form), 'form', { method: 'post', action: path, ...tool })).toHaveLength(1)
  })

  it('asks for a solved challenge only where one is configured', () => {
    const challenges = (html: string) => elements(parseHtml(html), '*', { class: 'cf-turnstile' })
    expect(challenges(form)).toEqual([])
    expect(attribute(challenges(renderForm(path, {}, 'key').text), 'data-sitekey')).toEqual(['key'])
  })

  // That it comes back with errors at their fields is in test/rest/messages.test.ts and test/browser.
  it('keeps the line end that what was typed begins with, of which HTML drops one', () => {
    const document = parseHtml(renderForm(path, { values: { message: ' \n</textarea><script>' } }).text)
    expect(elements(document, 'textarea', { name: 'message' }).map(textOf)).toEqual(['\n \n</textarea><script>'])
  })

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [90, '2 minutes'],
    [230, '4 minutes'],
    [86_400, '24 hours'],
  ])('says of a wait of %i seconds that it is about %s', (retryAfter, wait) => {
    const error = new CatalogError('rate_limited', { detail: 'Too many.', retryAfter })
    expect(renderForm(path, { error }).text).toContain(`Too many. Send it again in about ${wait};`)
  })
})
