/** A block of code with its label; the script adds the button that copies it. */
import { highlighted } from '../../catalog/readme/highlight.ts'
import { html, type Markup, raw } from './html.ts'

interface Code {
  /** What it is, above the code. */
  label: string | Markup
  code: string
  /** As after the fence of a code block. */
  language: string
  /** Breaks long lines, so that a command is seen whole. */
  wrap?: boolean
}

export const codeBlock = ({ label, code, language, wrap = false }: Code): Markup =>
  html`<figure class="code${wrap && ' wrap'}"><figcaption>${label}</figcaption><pre tabindex="0"><code class="language-${language}">${raw(highlighted(code, language))}</code></pre></figure>`
