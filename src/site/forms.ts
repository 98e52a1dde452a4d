/**
 * The contact and application forms, empty or again with the errors and the values that were typed. They are sent to
 * their own page, so that the URL of what comes back can be opened again.
 */
import { MESSAGE_MAX } from '../inbox/message.ts'
import { TRAP_FIELD } from '../rest/routes.ts'
import type { CatalogError } from '../tools/define/catalog-error.ts'
import { curlyQuotes, html, type Markup } from './html/html.ts'

/** What a message may be about, by the name in `/contact?kind=`, with the lines that its text begins with. */
const KINDS: Readonly<Record<string, { label: string; begin: (about: string) => string }>> = {
  wrong: { label: 'A wrong entry', begin: (about) => `Wrong entry: ${about}\n\nWhat is wrong: \nWhat is right: \n` },
  missing: { label: 'A missing SDK', begin: (about) => `Missing SDK: ${about}\n\nIts documentation: \n` },
  other: { label: 'Something else', begin: () => '' },
}
const MAX_ABOUT = 120

/** The message begun, for `/contact?about=poetrydb-sdk&kind=wrong`. */
export function begunMessage(parameters: URLSearchParams): FormState {
  const about = parameters.get('about')?.slice(0, MAX_ABOUT) ?? ''
  const named = parameters.get('kind') ?? (about && 'wrong')
  const kind = Object.hasOwn(KINDS, named) ? named : undefined
  return { kind: kind ?? 'other', about, values: { message: kind ? KINDS[kind]!.begin(about) : '' } }
}

const kindLinks = ({ kind: current, about = '' }: FormState): Markup =>
  html`<ul class="chips" aria-label="What it is about">${Object.entries(KINDS).map(
    ([kind, { label }]) =>
      html`<li><a href="/contact?${new URLSearchParams({ ...(about && { about }), kind }).toString()}"${kind === current && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul>`

interface Field {
  name: string
  label: string
  /** Default: one line of text. */
  type?: 'email' | 'url' | 'textarea'
  /** Default: the browser suggests nothing. */
  autocomplete?: string
  optional?: true
  hint?: string
}

/** The API takes any address of SPEC 2.5, such as ann@example; a reply needs a domain that can be reached. */
const REPLIABLE = { pattern: '[^@]+@[^@]+\\.[^@.]+', title: 'An e-mail address such as name@example.org' }

const MAX = { text: 256, email: 256, url: 2048, textarea: MESSAGE_MAX }

const name: Field = { name: 'name', label: 'Your name', autocomplete: 'name' }
const hint = 'We reply to this address.'
const email: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', hint }
const message: Field = { name: 'message', label: 'Message', type: 'textarea' }
const url = { type: 'url', optional: true } as const

const forms = {
  '/contact': {
    submit: 'Send message',
    tool: 'fill_contact_form',
    about: 'Fills in the contact form. The person reads and sends it; use this only with their consent.',
    fields: [name, email, message],
  },
  '/jobs': {
    submit: 'Send application',
    tool: 'fill_job_application_form',
    about: 'Fills in the job application form. The applicant reads and sends it; use this only with their consent.',
    fields: [
      name,
      email,
      { name: 'role', label: 'Role', autocomplete: 'organization-title', hint: 'The role you want.' },
      { ...message, label: 'About you and your work' },
      { ...url, name: 'portfolio_url', label: 'Portfolio', autocomplete: 'url', hint: 'A link to work of yours.' },
      { ...url, name: 'resume_url', label: 'Résumé', hint: 'A link to your résumé.' },
    ],
  },
} satisfies Record<string, { submit: string; tool: string; about: string; fields: Field[] }>

export type FormPath = keyof typeof forms
export const isFormPath = (path: string): path is FormPath => Object.hasOwn(forms, path)

export interface FormState {
  values?: Readonly<Record<string, string>>
  /** What the message is about, and of which kind it is; the form then offers the other kinds. */
  about?: string
  kind?: string
  error?: CatalogError
}

/** @param siteKey public key of the bot challenge, if the service demands one */
export function renderForm(path: FormPath, state: FormState = {}, siteKey?: string): Markup {
  const { values = {}, error, kind } = state
  const { submit, tool, about, fields } = forms[path]
  const errors = new Map(error?.info.errors?.map(({ field, message }) => [field, message]))
  return html`${error && summary(error, fields, errors)}${kind !== undefined && kindLinks(state)}
<form class="message" method="post" action="${path}" data-progress toolname="${tool}" tooldescription="${about}">
${fields.map((field) => control(field, values[field.name] ?? '', errors.get(field.name)))}
<p class="trap" aria-hidden="true"><span inert><label for="${TRAP_FIELD}">Leave this empty</label><input id="${TRAP_FIELD}" name="${TRAP_FIELD}" type="text" tabindex="-1" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other"></span></p>
${
  siteKey !== undefined &&
  html`<div class="cf-turnstile" data-sitekey="${siteKey}"></div>
<noscript><p>This form checks that you are a person, which needs JavaScript.</p></noscript>`
}
<p class="send"><button type="submit">${submit}</button> <span>How we handle it: <a href="/privacy">privacy</a>.</span></p>
</form>
`
}

/** What is wrong, with links to the fields. The script moves the focus here, so that screen readers read it out. */
function summary(error: CatalogError, fields: readonly Field[], errors: ReadonlyMap<string, string>): Markup {
  const wrong = fields.filter(({ name }) => errors.has(name))
  const { detail, resolution = waitAdvice(error.info.retryAfter) } = error.info
  // The message may be stored even so: perhaps only the store's answer was lost.
  const outcome = error.code === 'server_error' ? 'Your message may not have been sent.' : "Your message wasn't sent."
  return html`<div class="refused" role="alert" tabindex="-1" data-focus>
<p><strong>${outcome}</strong> ${wrong.length > 0 ? 'Please fix:' : curlyQuotes(`${detail} ${resolution}`)}</p>
${wrong.length > 0 && html`<ul>${wrong.map(({ name, label }) => html`<li><a href="#${name}">${label}</a> ${errors.get(name)}</li>`)}</ul>`}
</div>`
}

/** When to send it again, in words; the exact seconds are in Retry-After. */
function waitAdvice(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const [size, unit] = seconds >= 3600 ? [3600, 'hour'] : seconds >= 60 ? [60, 'minute'] : [1, 'second']
  const wait = Math.ceil(seconds / size).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
  return `Send it again in about ${wait}; what you wrote is still below.`
}

function control(field: Field, value: string, error?: string): Markup {
  const { name, label, type = 'text', autocomplete = 'off', optional, hint } = field
  const description = [hint && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}" maxlength="${MAX[type]}" toolparamdescription="${[label, hint].filter(Boolean).join('. ')}"${!optional && html` required`}${description !== '' && html` aria-describedby="${description}"`}${error !== undefined && html` aria-invalid="true"`}`
  return html`<p class="control"><label for="${name}">${label}${optional && html` <span>optional</span>`}</label>
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${type === 'textarea' ? html`<textarea ${attributes} rows="8">\n${value}</textarea>` : html`<input type="${type}" ${attributes} value="${value}"${type === 'email' && html` pattern="${REPLIABLE.pattern}" title="${REPLIABLE.title}"`}>`}
${error !== undefined && html`<span class="error" id="${name}-error">${label} ${error}</span>`}</p>
`
}
