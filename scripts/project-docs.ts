/**
 * What README and docs/ show but nobody writes by hand: the settings table, the first
 * call of an SDK, and the answer below each curl command.
 */
import { readFileSync } from 'node:fs'
import { FIGURES, type Figures } from '../bench/requests/figures.ts'
import { settings } from '../src/config.ts'
import { callTool } from '../src/tools/define/define.ts'
import { findSdk } from '../src/tools/find-sdk.ts'
import { getSdkReadme } from '../src/tools/get-sdk-readme.ts'
import { testApp } from '../test/app.ts'

const ROOT = new URL('../', import.meta.url)

/** Documents of the project, by path; generated parts may be in any of them. */
export const PROJECT_DOCS = [
  'README.md',
  'AGENTS.md',
  'CHANGELOG.md',
  'docs/architecture.md',
  'docs/operating.md',
  'docs/building.md',
  'docs/decisions.md',
  'docs/reliability.md',
  'SECURITY.md',
  'docs/performance.md',
  'docs/runbook.md',
] as const

/** What requests cost when that was last measured. */
export const requestFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8'))

export const projectDoc = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** Every document with its generated parts as the code gives them now. */
export async function generatedProjectDocs(): Promise<{ file: URL; content: string }[]> {
  const { version } = JSON.parse(projectDoc('package.json')) as { version: string }
  const { app, services } = testApp({ site: { version } })
  const { markdown = '' } = await callTool(getSdkReadme, { slug: 'poetrydb-sdk', language: 'py' }, services)
  const install = /^```bash\n([\s\S]*?)^```$/m.exec(markdown)![1]!
  const firstCall = /^```python\n[\s\S]*?^```$/m.exec(markdown)![0]
  const query = { query: 'poems by author', limit: 1 }
  const found = findSdk.text(await callTool(findSdk, query, services), services, query)
  const hit = /^1\. .*$/m.exec(found)![0]
  const calls = `find_sdk ${JSON.stringify(query)}\n${hit}\n\nget_sdk_readme {"slug":"poetrydb-sdk","language":"py"}\n${install}`
  return Promise.all(
    PROJECT_DOCS.map(async (path) => {
      const withTable = projectDoc(path)
        .replace(
          /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
          (_, start, end) => `${start}${settingsTable()}${end}`,
        )
        .replace(
          /(<!-- first call -->\n)[\s\S]*?(<!-- \/first call -->)/,
          (_, start, end) => `${start}\n${firstCall}\n\n${end}`,
        )
        .replace(/(<!-- agent -->\n)[\s\S]*?(<!-- \/agent -->)/, (_, start, end) => {
          return `${start}\n${firstCall.replace('```python\n', () => `\`\`\`text\n${calls}\n`)}\n\n${end}`
        })
      const parts = withTable.split(/(^```console\n[\s\S]*?^```$)/m)
      const filled = await Promise.all(parts.map((part) => (part.startsWith('```console') ? answered(part) : part)))
      return { file: new URL(path, ROOT), content: filled.join('') }
    }),
  )

  /** The block with the answer of the service to its curl command; unchanged where the command is another one. */
  async function answered(block: string): Promise<string> {
    const command = block.split('\n')[1] ?? ''
    const curl = /^\$ curl -s '?(http:\/\/localhost:8080[^' ]*)'?(?: \| jq \.(\w*))?$/.exec(command)
    if (!curl) return block
    const [, url, member] = curl
    const text = await (await app.request(url!)).text()
    return `\`\`\`console\n${command}\n${member === undefined ? text.trimEnd() : formatted(text, member)}\n\`\`\``
  }
}

/** As `jq .member` prints it. */
function formatted(json: string, member: string): string {
  const value = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify(member === '' ? value : value[member], null, 2)
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { meaning, allowed, ...setting }]) =>
      `| \`${name}\` | ${'default' in setting ? setting.default : 'unset' in setting && setting.unset ? `\`${setting.unset}\`` : 'none'} | ${allowed} | ${meaning} |`,
  )
  return `| variable | default | allowed | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
