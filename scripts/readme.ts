/** What README shows but does not say by hand: the settings table, and the answers under each curl line. */
import { readFileSync } from 'node:fs'
import { settings } from '../src/config.ts'
import { testApp } from '../test/app.ts'

export const README = new URL('../README.md', import.meta.url)

export const currentReadme = (): string => readFileSync(README, 'utf8')

export async function generatedReadme(): Promise<string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const { app } = testApp({ site: { version } })
  const withTable = currentReadme().replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, start, end) => `${start}${settingsTable()}${end}`,
  )
  const parts = withTable.split(/(^```console\n[\s\S]*?^```$)/m)
  return (await Promise.all(parts.map((part) => (part.startsWith('```console') ? answered(part) : part)))).join('')

  async function answered(block: string): Promise<string> {
    const command = block.split('\n')[1] ?? ''
    const curl =
      /^\$ curl -s (?:-H '([^:]+): ([^']+)' )?(?:-d '([^']+)' )?'?(http:\/\/localhost:8080[^' ]*)'?( \| head -n (\d+))?$/.exec(
        command,
      )
    if (!curl) return block
    const [, name, value, body, url, , most] = curl
    const response = await app.request(url!, {
      method: body ? 'POST' : 'GET',
      headers: { ...(name && { [name]: value! }) },
      ...(body && { body }),
    })
    const text = (await response.text()).trimEnd()
    const shown = most ? text.split('\n').slice(0, Number(most)).join('\n') : text
    return `\`\`\`console\n${command}\n${shown}\n\`\`\``
  }
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { shownDefault, meaning, allowed }]) =>
      `| \`${name}\` | ${shownDefault} | ${meaning} Allowed: ${allowed}. |`,
  )
  return `| variable | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
}
