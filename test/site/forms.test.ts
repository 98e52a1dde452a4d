/** The forms: what they ask for, where they go, and how they come back when something is wrong. */
import { describe, expect, it } from 'vitest'
import { ContactMessage, JobApplication } from '../../src/inbox/message.ts'
import { TRAP_FIELD } from '../../src/interface/routes.ts'
import { forms, renderForm } from '../../src/site/forms.ts'
import { CatalogError } from '../../src/tools/errors.ts'
import { BASE_URL, testApp } from '../app.ts'

const { app } = testApp()
const names = (text: string) => [...text.matchAll(/<(?:input|textarea) [^>]*name="(\w+)"/g)].map(([, name]) => name)
const post = (path: string, fields: Record<string, string>, accept = 'text/html') =>
  app.request(BASE_URL + path, {
    method: 'POST',
    headers: { accept, origin: BASE_URL, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const refused = new CatalogError('missing_fields', {
  detail: 'Two are missing.',
  errors: [
    { field: 'email', message: 'Enter your e-mail address.' },
    { field: 'message', message: 'Enter a message.' },
  ],
})

describe.each([
  ['/contact', ContactMessage],
  ['/jobs', JobApplication],
] as const)('the form of %s', (path, schema) => {
  const form = renderForm(path).text

  it('asks for the fields of its message, and sets a trap for robots', () => {
    expect(names(form)).toEqual([...Object.keys(schema.shape), TRAP_FIELD])
    expect(form).toMatch(/<p class="trap" aria-hidden="true">.*tabindex="-1" autocomplete="off"/)
  })

  it('posts to its endpoint, and declares itself to agents without sending by itself', () => {
    expect(form).toContain(`method="post" action="${forms[path].action}"`)
    expect(form).toMatch(/ toolname="\w+" tooldescription="[^"]+"/)
    expect(form).not.toContain('toolautosubmit')
  })

  it('has a label and an autocomplete hint for each field', () => {
    for (const field of Object.keys(schema.shape)) {
      expect(form).toContain(`<label for="${field}"`)
      expect(form).toMatch(new RegExp(`name="${field}" autocomplete="[\\w-]+" maxlength="\\d+"`))
    }
  })

  it('asks for a solved challenge only where one is configured', () => {
    expect(form).not.toContain('cf-turnstile')
    expect(renderForm(path, { siteKey: 'key' }).text).toContain('<div class="cf-turnstile" data-sitekey="key"></div>')
  })

  it('comes back with what was typed and an error at each field that needs another look', () => {
    const text = renderForm(path, {
      values: { name: 'Ada "A" <b>', message: ' \n</textarea><script>' },
      error: refused,
    }).text
    expect(text).toContain('value="Ada &quot;A&quot; &lt;b&gt;"')
    expect(text).toContain('\n \n&lt;/textarea&gt;&lt;script&gt;</textarea>')
    expect(text).toContain('<a href="#email">E-mail address</a>: Enter your e-mail address.')
    expect(text).toMatch(/id="email"[^>]*aria-describedby="email-hint email-error" aria-invalid="true"/)
    expect(text).toContain('<span class="error" id="message-error">Enter a message.</span>')
    expect(text).toContain('role="alert"')
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

describe('a browser', () => {
  it('that sends an incomplete form gets the page again, with the status of the error', async () => {
    const answer = await post('/api/contact', { name: 'Ada', email: '', message: 'Hello there' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    const text = await answer.text()
    expect(text).toContain('>\nHello there</textarea>')
    expect(text).toContain('id="email-error"')
    expect(text).toContain('<h1 id="contact">Contact</h1>')
  })

  it('that fills in the trap is thanked like any other', async () => {
    const spam = { name: 'x', email: 'x@spam.example', role: 'x', message: 'x', [TRAP_FIELD]: 'https://spam.example' }
    const answer = await post('/api/jobs/apply', spam)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${BASE_URL}/jobs/thanks`])
  })
})
