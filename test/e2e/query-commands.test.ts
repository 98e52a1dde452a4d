/** find, show, readme, compare, connect, disconnect, doctor and completion, as commands in a pipe. */
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { command } from '../commands/command.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { startStandIn } from '../loopback.ts'
import { scratch } from '../scratch.ts'
import { run, smallCatalog, startService } from './service.ts'

const json = async (args: string[], settings = {}) => JSON.parse((await command([...args, '--json'], settings)).stdout)

describe('a question to the catalogue', () => {
  test('is answered alike from this machine and from a running service', async () => {
    const service = await startService()
    const questions = [
      ['find', 'poems in python', '--lang', 'py', '--limit', '3'],
      ['readme', 'poetrydb-sdk', 'install'],
      ['compare', 'poetrydb-sdk', 'open-meteo-sdk'],
    ]
    for (const words of questions) {
      const [here, there] = await Promise.all([command(words), command([...words, '--url', service.url])])
      expect(here).toMatchObject({ code: 0, stderr: '' })
      expect(there).toEqual(here)
    }
    const unknown = await command(['show', 'poetrdb-sdk', '--url', service.url])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toMatch(/^sdk-catalog: [^\n]*"poetrydb-sdk"[^\n]*\n$/)
    expect((await command(['doctor', '--url', service.url])).stdout).toMatch(/^ok +service .* 722 SDKs, version/m)
    await service.stop()
  })

  test('reads no schemas, and nothing that renders READMEs, which would be half of its start', () => {
    const hook = `import { registerHooks } from 'node:module'
      const load = (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context))
      registerHooks({ load })`
    for (const words of ['find poems', 'show poetrydb-sdk', 'call poetrydb-sdk']) {
      const hooked = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
      const args = [...hooked, 'bin/sdk-catalog.js', ...words.split(' ')]
      const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      expect(stderr).toContain('/src/store/look-up.ts')
      expect(stderr).not.toMatch(/node_modules\/zod|catalog\/readme\/(?!language)|usage\/writers/)
    }
  })

  test('says first how well it fits and what it read, and of each hit what find_sdk says', async () => {
    const { hits } = await json(['find', 'send sms in C'])
    const { stdout } = await command(['find', 'send sms in C'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(new RegExp(`^Fit: good\\. ${hits.length} of \\d+ hits: every word matches\\.$`))
    expect(lines[1]).toBe('Asked for: in C.')
    expect(lines.filter((line) => line.startsWith(' ')).map((line) => line.trim())).toEqual(
      hits.map(({ fit, reason, operation }: Record<string, string>) =>
        [`fit ${fit}`, reason, ...(operation ? [`call ${operation}`] : [])].join('; '),
      ),
    )
    expect(lines.at(-1)).toMatch(/^\d+ more share a word\.$/)
    // In a pipe: plain text, with a line that begins with the slug for each hit.
    expect(stdout).not.toContain('\u001b')
    const slugs = [...stdout.matchAll(/^\S+-sdk(?= )/gm)].map(([slug]) => slug)
    expect(slugs).toEqual(hits.map(({ slug }: { slug: string }) => slug))
    const { stdout: several } = await command(['find', 'send an sms to a customer and look up the weather in Berlin'])
    expect(several).toMatch(/^weather-forecast-sdk .*\n +for “look up the weather in Berlin”; fit good; /m)
  })

  test('gives one JSON document for programs', async () => {
    expect(await json(['show', 'poetrydb-sdk', '--lang', 'py'])).toMatchObject({
      slug: 'poetrydb-sdk',
      languages: expect.arrayContaining(['py']),
      auth: { scheme: 'none' },
      code: expect.stringContaining('poetrydb_sdk'),
    })
    expect((await json(['readme', 'poetrydb-sdk'])).markdown).toMatch(/^# PoetryDB[\s\S]+## Links/)
    expect((await json(['compare', 'poetrydb-sdk', 'open-meteo-sdk'])).sdks).toHaveLength(2)
  })

  test('that nothing fits ends with 1', async () => {
    expect((await command(['find', 'qqxxzzyyw'])).code).toBe(1)
    const { code, stderr } = await command(['show', 'poetrdb-sdk'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^sdk-catalog: .*"poetrdb-sdk"\. Did you mean "poetrydb-sdk"\?/),
    ])
  })

  test('to a service that is not there says so in one line', async () => {
    const { code, stderr } = await command(['find', 'x', '--url', `http://127.0.0.1:${await closedPort()}`])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^sdk-catalog: http:\/\/127\.0\.0\.1:\d+\/mcp cannot be reached: the connection was refused \(ECONNREFUSED\); check[^\n]+\n$/,
    )
  })

  test('to a service that writes commands for a terminal prints none of them', async () => {
    const evil = '\r\u001b]0;owned\u0007\u009b2J\u202egnp.exe\u180b\u200b'
    const hit = { slug: `a${evil}-sdk`, title: `T${evil}`, description: `D${evil}`, reason: evil, topics: [evil] }
    const content = [{ text: evil }]
    const found = { ...hit, match: 'all', total: 1, hits: [hit], sdks: [hit], advice: [{ text: evil }] }
    const read = { ...hit, hits: [], sdks: [hit], markdown: `# ${evil}`, slug: evil }
    const answers = [
      ...[
        { structuredContent: found, content },
        { structuredContent: read, content },
        { isError: true, content },
      ],
      undefined,
    ]
    for (const result of answers) {
      const answer = result ? { result } : { error: { message: evil } }
      const service = await startStandIn((_, response) => response.end(JSON.stringify(answer)))
      onTestFinished(() => service.close())
      const asked = ['find x', 'find x --json', 'show a-sdk', 'readme a-sdk', 'compare a-sdk b-sdk']
      const printed = await Promise.all(asked.map((words) => command([...words.split(' '), '--url', service.url])))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\u202e|\u180b|\u200b/
      for (const { stdout, stderr } of printed) expect(stdout + stderr).not.toMatch(steering)
    }
  })
})

test('a flag wins over its variable', async () => {
  const place = scratch()
  const settings = { CATALOG_DIR: smallCatalog(), PORT: 'nonsense', DATA_DIR: '/proc/none' }
  const started = run(settings, { args: ['serve', '--port', '0', '--data', place] })
  const [line] = await once(started.child.stdout!, 'data')
  expect(String(line)).toContain('Serving 2 SDKs')
  started.child.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
  expect(existsSync(join(place, 'inbox.db'))).toBe(true)
})

/** No command of a client is on it. */
const PATH = dirname(process.execPath)

describe('connect', () => {
  test('writes a command that an agent can start, keeps what is there, and disconnect takes it out', async () => {
    const HOME = scratch()
    const [folder, kept] = [join(HOME, '.cursor'), join(HOME, 'dotfiles-mcp.json')]
    mkdirSync(folder)
    writeFileSync(kept, '{"mcpServers":{"other":{"command":"x"}}}\n', { mode: 0o640 })
    symlinkSync(kept, join(folder, 'mcp.json'))
    const { code, stdout } = await command(['connect', 'cursor', '--yes', '--json'], { HOME })
    expect(code).toBe(0)
    const { file, entry } = JSON.parse(stdout)
    expect(file).toBe(kept)
    expect(JSON.parse(readFileSync(kept, 'utf8')).mcpServers).toEqual({ other: { command: 'x' }, 'sdk-catalog': entry })
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    const answer = execFileSync(entry.command, entry.args, { input, encoding: 'utf8', env: { HOME } })
    expect(JSON.parse(answer)).toMatchObject({ id: 1 })
    expect((await command(['connect', 'cursor', '--yes', '--json'], { HOME })).stdout).toContain('"changed": false')
    expect((await command(['disconnect', 'cursor', '--yes'], { HOME })).code).toBe(0)
    expect(readFileSync(kept, 'utf8')).toBe('{"mcpServers":{"other":{"command":"x"}}}\n')
    expect([readdirSync(folder), statSync(kept).mode & 0o777]).toEqual([['mcp.json'], 0o640])
  })

  test('does not wait for a pipe', async () => {
    const HOME = scratch()
    const pipe = join(HOME, '.gemini/settings.json')
    mkdirSync(dirname(pipe))
    execFileSync('mkfifo', [pipe])
    const { code, stderr } = await command(['connect', 'gemini', '--yes'], { HOME, PATH })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ is no regular file; [^\n]+\n$/)])
  })

  test('changes nothing without a terminal to ask on, or a file that it cannot read', async () => {
    const HOME = scratch()
    expect(await command(['connect', 'gemini'], { HOME, PATH })).toMatchObject({ code: 1, stdout: '' })
    mkdirSync(join(HOME, '.gemini'))
    writeFileSync(join(HOME, '.gemini/settings.json'), '{ "a": ')
    const { code, stderr } = await command(['connect', 'gemini', '--yes'], { HOME, PATH })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^sdk-catalog: \S+settings\.json cannot be read: [^\n]+\n$/)
    expect(readFileSync(join(HOME, '.gemini/settings.json'), 'utf8')).toBe('{ "a": ')
    expect((await command(['connect', 'claude', '--url', 'https://a.example', '--yes'], { HOME })).stderr).toMatch(
      /Claude Desktop takes no URL/,
    )
  })
})

describe('doctor', () => {
  test('finds nothing wrong with the defaults, and leaves no directory behind', async () => {
    const DATA_DIR = join(scratch(), 'not', 'there')
    const findings: { what: string; state: string }[] = await json(['doctor'], { DATA_DIR })
    expect(existsSync(dirname(DATA_DIR))).toBe(false)
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
    expect(findings.map(({ what }) => what)).toEqual(['version', 'settings', 'catalogue', 'clock', 'store', 'channel'])
  })

  test('starts what the settings of a client start, and says what is not there or does not answer', async () => {
    const HOME = scratch()
    const { file, entry } = await json(['connect', 'cursor', '--yes'], { HOME })
    const clients = async () => {
      const findings = await json(['doctor'], { HOME, DATA_DIR: scratch() })
      return findings.filter(({ what }: { what: string }) => what === 'client')
    }
    const todo = 'run "sdk-catalog connect cursor" again'
    const answering = { state: 'ok', found: `Cursor: ${[entry.command, ...entry.args].join(' ')} answers` }
    expect(await clients()).toMatchObject([answering])
    const text = readFileSync(file, 'utf8')
    const gone = join(HOME, 'Cellar/node/24.21.0/bin/node')
    writeFileSync(file, text.replace(entry.command, gone))
    expect(await clients()).toMatchObject([
      { state: 'failed', found: `Cursor starts ${gone}, which is not there`, todo },
    ])
    writeFileSync(file, text.replace(entry.args[0], join(HOME, 'cache/sdk-catalog.js')))
    expect(await clients()).toMatchObject([{ state: 'failed', found: expect.stringMatching(/gives no answer$/), todo }])
    const url = `http://127.0.0.1:${await closedPort()}`
    await json(['connect', 'cursor', '--yes', '--url', url], { HOME })
    expect(await clients()).toMatchObject([{ state: 'failed', found: expect.stringContaining(url) }])
  })

  test('asks for the proxies that add TLS, without which all visitors count as one', async () => {
    const BASE_URL = 'https://sdk.example.com'
    const settings = async (more = {}) => {
      const findings = await json(['doctor'], { BASE_URL, DATA_DIR: scratch(), ...more })
      return findings.filter(({ what }: { what: string }) => what === 'settings')
    }
    expect(await settings()).toMatchObject([{ state: 'warning', todo: expect.stringMatching(/^set TRUSTED_PROXIES /) }])
    expect(await settings({ TRUSTED_PROXIES: '192.0.2.10' })).toMatchObject([{ state: 'ok' }])
  })

  test('names what is wrong and what to do, with exit code 1', async () => {
    const server = `127.0.0.1:${await closedPort()}`
    const settings = {
      CATALOG_DIR: scratch(),
      SMTP_URL: `smtp://keeper:hunter2@${server}`,
      CONTACT_FROM: 'a@site.example',
      CONTACT_TO: 'b@site.example',
      DATABASE_URL: `postgres://${server}/messages`,
    }
    const { code, stdout } = await command(['doctor'], settings)
    expect(code).toBe(1)
    for (const what of ['catalogue', 'store', 'channel'])
      expect(stdout).toMatch(new RegExp(`^failed +${what} .+; .+\\.$`, 'm'))
    expect(stdout).toContain(`ECONNREFUSED at ${server}`)
    expect(stdout).not.toContain('hunter2')
    const wrong = await command(['doctor', '--json'], { PORT: 'eighty' })
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.stdout)).toContainEqual(expect.objectContaining({ what: 'settings', state: 'failed' }))
  })
})

describe('completion', () => {
  test('completes commands, options, clients, slugs, topics and languages in bash, and is written for zsh and fish', async () => {
    const { stdout } = await command(['completion', 'bash'])
    const script = join(scratch(), 'completion.sh')
    writeFileSync(script, stdout)
    const shell = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sdk_catalog; echo "\${COMPREPLY[@]}"`
    const complete = (...words: string[]) =>
      execFileSync('bash', ['-c', shell, script, 'sdk-catalog', ...words], { encoding: 'utf8' }).trim()
    expect(complete('ser')).toBe('serve')
    expect(complete('catalog', 'bu')).toBe('build')
    expect(complete('connect', 'cl')).toBe('claude claude-code')
    expect(complete('find', 'x', '--li')).toBe('--limit')
    expect(complete('show', 'poet')).toBe('poetrydb-sdk')
    expect(complete('compare', 'poetrydb-sdk', 'open-meteo-s')).toBe('open-meteo-sdk')
    expect(complete('find', 'x', '--topic', 'weath')).toBe('weather')
    expect(complete('show', 'poetrydb-sdk', '--lang', 'ph')).toBe('php')
    expect(complete('inbox', 'list', '--state', 'd')).toBe('dead')
    expect(complete('find', 'x', '--url', 'h')).toBe('')
    expect((await command(['completion', 'zsh'])).stdout).toMatch(/^#compdef sdk-catalog\n[\s\S]*disconnect/)
    expect((await command(['completion', 'fish'])).stdout).toMatch(/complete -c sdk-catalog[^\n]+\n$/)
  })
})
