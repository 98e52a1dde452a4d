/** A wrong setting stops the start of every form in deploy/, with one line that names it, as that form sets it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { read, unchangeable, yaml } from '../deploy/support.ts'
import { scratch } from '../scratch.ts'
import { WRONG } from '../wrong-settings.ts'
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

interface Form {
  args: string[]
  environment(operator: Variables): Variables
  /** Settings that the operator cannot change. */
  fixed?: string[]
}

/** What each form gives a process, beside the settings of the operator, and which of the two wins. */
const FORMS: Record<string, Form> = {
  'the image': { args: image.args, environment: (operator) => ({ ...image.environment, ...operator }) },
  compose: {
    args: image.args,
    environment: (operator) => ({ ...image.environment, ...composed, ...operator }),
    fixed: unchangeable(compose),
  },
  systemd: {
    args: /^ExecStart=\S+ (.+)$/m.exec(unit)![1]!.split(' '),
    environment: (operator) => ({ ...pairs([...unit.matchAll(/^Environment=(.+)$/gm)].join(' ')), ...operator }),
    // Each replica has a port of its own.
    fixed: ['PORT'],
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

const wrong = Object.entries(WRONG).map(([name, [value]]) => [name, value!] as const)
const cases = Object.entries(FORMS).map(([form, about], at) => {
  const own = wrong.filter(([name]) => !about.fixed?.includes(name))
  return { form, ...about, own, started: own[at]! }
})

test.each(cases)('$form reads the values of its operator, and a wrong one is refused', ({ environment, own }) => {
  for (const [name, value] of own)
    expect(() => readConfig(environment({ [name]: value })), name).toThrow(new RegExp(`^${name} [^\\n]*$`))
})

/** One form of those that start the same command. */
const commands = [...new Map(cases.map((one) => [one.args.join(' '), one])).values()]

// What a process does with a setting that is only found wrong when it is used is in start and serve.test.ts.
test.concurrent.each(commands)('$form does not start with a wrong one', async ({ args, environment, started }) => {
  const [name, value] = started
  const env = { ...environment({ [name]: value }), PATH: process.env.PATH, HOME: scratch() }
  const ended = await new Promise((resolve) =>
    execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr: stderr.split('\n').slice(-2).join('\n') }),
    ),
  )
  const line = new RegExp(`^sdk-catalog: ${name}[^\\n]*\\n$`)
  expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) })
})
