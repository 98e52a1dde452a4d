/** A wrong setting stops the start of every form in deploy/, with one line that names it, as that form sets it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { read, yaml } from '../deploy/support.ts'
import { emptyPlace } from './messages-process.ts'
import { BIN } from './service.ts'

type Variables = Record<string, string>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const words = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction} (\\[.+\\])$`, 'm').exec(dockerfile)![1]!)

/** NAME=value, several in a line or one to a line. */
const pairs = (text: string): Variables =>
  Object.fromEntries([...text.matchAll(/(?:^|\s)([A-Z_]+)=(\S*)/g)].map(([, name, value]) => [name, value]))

const image = {
  environment: pairs(/^ENV (.+)$/m.exec(dockerfile)![1]!),
  args: [...words('ENTRYPOINT').slice(2), ...words('CMD')],
}
const compose = yaml('compose/compose.yaml').services['catalogue-1'].environment as Variables
// The default of each, whose own variables may be nested.
const composed = Object.fromEntries(
  Object.entries(compose).map(([name, value]) => [
    name,
    String(value)
      .replace(/^\$\{\w+:-(.*)\}$/, '$1')
      .replace(/\$\{\w+:-([^{}]*)\}/g, '$1'),
  ]),
)
const unit = read('systemd/sdk-catalog@.service').replaceAll('%i', '8080')
const { literals } = yaml('kubernetes/base/kustomization.yaml').configMapGenerator[0]

/** What each form gives a process, beside the settings of the operator, and which of the two wins. */
const FORMS: Record<string, { args: string[]; environment(operator: Variables): Variables }> = {
  'the image': { args: image.args, environment: (operator) => ({ ...image.environment, ...operator }) },
  compose: { args: image.args, environment: (operator) => ({ ...image.environment, ...operator, ...composed }) },
  systemd: {
    args: /^ExecStart=\S+ (.+)$/m.exec(unit)![1]!.split(' '),
    environment: (operator) => ({ ...pairs([...unit.matchAll(/^Environment=(.+)$/gm)].join(' ')), ...operator }),
  },
  kubernetes: {
    args: image.args,
    environment: (operator) => ({
      ...{ ...image.environment, ...pairs(literals.join('\n')), ...pairs(read('kubernetes/production/settings.env')) },
      ...operator,
    }),
  },
  'npm start': { args: ['serve'], environment: (operator) => operator },
  'an MCP client': { args: ['stdio'], environment: (operator) => operator },
}

const WRONG: Variables = { CONTACT_RATE: '5 per hour', SMTP_URL: 'mail.example.com' }

describe.each(Object.entries(FORMS))('%s', (_, { args, environment }) => {
  test.each(Object.entries(WRONG))('with a wrong %s does not start', async (name, value) => {
    const env = { ...environment({ [name]: value }), PATH: process.env.PATH, HOME: emptyPlace() }
    const ended = await new Promise((resolve) =>
      execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code, stdout, stderr }),
      ),
    )
    const line = new RegExp(`^sdk-catalog: ${name}[^\\n]*\\n$`)
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) })
  })
})
