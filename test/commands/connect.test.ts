/** What `connect` does to the settings of each MCP client. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { type Client, clients, entryOf, SERVER } from '../../src/commands/connect/clients.ts'
import { withServer } from '../../src/commands/connect/edit.ts'
import { npxSpec } from '../../src/commands/connect/start-command.ts'
import { scratch } from '../scratch.ts'
import { command } from './command.ts'

const LOCAL = { command: '/usr/bin/node', args: ['/opt/sdk-catalog.js', 'stdio'] }
const REMOTE = { url: 'https://sdk.example/mcp' }

const serverIn = (text: string | undefined, { servers }: Client) => parse(text!)[servers]?.[SERVER]

const inJson = clients.filter(({ isToml }) => !isToml)

describe.each(inJson.map((client) => [client.title, client] as const))('%s', (_, client) => {
  const comment = '// mine'
  const others = `{\n    ${comment}\n    "theme": "dark",\n    "${client.servers}": {\n        "other": {\n            "command": "x"\n        }\n    }\n}\n`

  test('gets the URL where its file takes one, in place of what was there', () => {
    const entry = entryOf(client, REMOTE)
    if (!entry) return expect(client.name).toBe('claude')
    const connected = withServer(others, client, entryOf(client, LOCAL))
    expect(serverIn(withServer(connected, client, entry), client)).toEqual(entry)
    expect(Object.values(entry)).toContain(REMOTE.url)
  })

  test('is refused where its file is broken or holds something else there', () => {
    for (const before of ['{ "a": ', '[]', `{"${client.servers}": 1}`])
      expect(() => withServer(before, client, entryOf(client, LOCAL)), before).toThrow(SyntaxError)
  })
})

const inToml = clients.filter(({ isToml }) => isToml)
test.each(inToml)('$title, whose file is TOML, is changed by its own command alone', async (client) => {
  const { name, title, servers, own } = client
  const place = { HOME: scratch(), PATH: '/nowhere' }
  const file = client.file({ home: place.HOME, platform: process.platform, environment: {} })
  mkdirSync(dirname(file))
  const absent = `${title} is changed by its command ${own!.program}, which is not on PATH`
  const other = `${title} has another server ${SERVER}; disconnect it first`
  for (const [text, connecting, disconnecting] of [
    ['n = 9223372036854775807\n', absent, undefined],
    [`# c\n[${servers}."${SERVER}"]\ncommand = "x"\n`, other, absent],
    [`${servers} = { ${SERVER} = { command = "x" } }\n`, other, absent],
    ['a = \n', 'cannot be read: Invalid TOML document: ', 'cannot be read: Invalid TOML document: '],
  ] as const) {
    writeFileSync(file, text)
    const connected = await command(['connect', name, '--yes'], place)
    expect([connected.code, connected.stderr]).toEqual([1, expect.stringContaining(connecting)])
    expect(connected.stderr).toContain(`; to do it by hand, add ${servers}.${SERVER} = { command = `)
    const { code, stderr } = await command(['disconnect', name, '--yes'], place)
    expect([code, stderr]).toEqual(disconnecting ? [1, expect.stringContaining(disconnecting)] : [0, ''])
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

test('files are where each system keeps settings', () => {
  const fileOf = (name: string, platform: NodeJS.Platform, environment = {}) =>
    clients.find((client) => client.name === name)!.file({ home: '/home/ada', platform, environment })
  expect(fileOf('claude', 'darwin')).toBe('/home/ada/Library/Application Support/Claude/claude_desktop_config.json')
  expect(fileOf('claude', 'linux')).toBe('/home/ada/.config/Claude/claude_desktop_config.json')
  expect(fileOf('vscode', 'linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/Code/User/mcp.json')
  expect(fileOf('codex', 'linux', { CODEX_HOME: '/c' })).toBe('/c/config.toml')
  const LOCALAPPDATA = scratch()
  const APPDATA = join(LOCALAPPDATA, 'Roaming')
  const desktop = 'Claude/claude_desktop_config.json'
  expect(fileOf('claude', 'win32', { APPDATA, LOCALAPPDATA })).toBe(join(APPDATA, desktop))
  const packaged = join(LOCALAPPDATA, 'Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming')
  mkdirSync(packaged, { recursive: true })
  expect(fileOf('claude', 'win32', { APPDATA, LOCALAPPDATA })).toBe(join(packaged, desktop))
  expect(fileOf('zed', 'darwin')).toBe('/home/ada/.config/zed/settings.json')
})

test('a file that is not in UTF-8 is left as it is', async () => {
  const HOME = scratch()
  const file = join(HOME, '.codex/config.toml')
  mkdirSync(dirname(file))
  const before = Buffer.from('# caf\xe9\na = 1\n', 'latin1')
  writeFileSync(file, before)
  const { code, stderr } = await command(['connect', 'codex', '--yes'], { HOME })
  const by = 'to do it by hand, add mcp_servers.sdk-catalog = { command = '
  const refusal = `sdk-catalog: ${file} is not in UTF-8; save it as UTF-8, then try again; ${by}`
  expect([code, stderr]).toEqual([1, expect.stringContaining(refusal)])
  expect(readFileSync(file)).toEqual(before)
})

test('a client gets the address of the endpoint, with the tools that it names, and no other one', async () => {
  const HOME = scratch()
  const file = join(HOME, '.cursor/mcp.json')
  const connect = (url: string) => command(['connect', 'cursor', '--yes', '--url', url], { HOME, PATH: '/nowhere' })
  const endpoint = 'https://sdk.example/mcp'
  for (const [url, expected] of [
    ...['https://sdk.example', 'https://sdk.example/', endpoint, `${endpoint}/`].map(
      (each) => [each, endpoint] as const,
    ),
    ['https://sdk.example/a/', 'https://sdk.example/a/mcp'],
    ...['https://sdk.example/', endpoint].map(
      (each) => [`${each}?tools=find_sdk`, `${endpoint}?tools=find_sdk`] as const,
    ),
  ] as const) {
    expect((await connect(url)).code, url).toBe(0)
    expect(parse(readFileSync(file, 'utf8')).mcpServers[SERVER].url).toBe(expected)
  }
  const before = readFileSync(file, 'utf8')
  for (const url of ['', 'ftp://sdk.example', 'https://ada:key@sdk.example', 'https://sdk.example/#a', 'a b'])
    expect(await connect(url), url).toMatchObject({ code: 2, stderr: expect.stringContaining('--url is ') })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('no settings are written into the folder that the command happens to run in', async () => {
  const cwd = scratch()
  for (const HOME of ['', 'relative']) {
    const { code, stderr } = await command(['connect', 'cursor', '--yes'], { HOME, PATH: '/nowhere' }, cwd)
    expect([code, stderr]).toEqual([1, expect.stringContaining('set HOME')])
  }
  expect(readdirSync(cwd)).toEqual([])
})

test('a client is known by its other names, too', async () => {
  for (const name of ['claude-desktop', 'vs-code', 'gemini-cli', 'codex-cli']) {
    const { code, stderr } = await command(['disconnect', name, '--yes'], { HOME: scratch() })
    expect([code, stderr], name).not.toContain(2)
  }
  expect((await command(['connect', 'emacs'])).stderr).toContain('Allowed choices are claude, claude-code, cursor,')
})

test('a program that npx keeps for a while is known by what npx was asked to run, such as a URL', () => {
  const folder = join(scratch(), '_npx/73dacf4599e3c060')
  const bin = join(folder, 'node_modules/sdk-catalog/bin/sdk-catalog.js')
  mkdirSync(dirname(bin), { recursive: true })
  for (const spec of ['https://files.example.org/sdk-catalog-0.2.0.tgz', 'sdk-catalog']) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ _npx: { packages: [spec] } }))
    expect(npxSpec(bin)).toBe(spec)
  }
  expect(npxSpec('/opt/sdk-catalog/bin/sdk-catalog.js')).toBeUndefined()
})

test('a client starts Node by a name that an upgrade keeps, never by one that a shell or a version has for itself', async () => {
  const HOME = scratch()
  const NAMES = ['opt/node/24.21.0/bin', 'fnm_multishells/77/bin', '.cache/node/bin', 'homebrew/bin', 'bin']
  for (const name of NAMES) {
    mkdirSync(join(HOME, name), { recursive: true })
    symlinkSync(process.execPath, join(HOME, name, 'node'))
  }
  for (const [names, node] of [
    [NAMES, join(HOME, 'homebrew/bin/node')],
    [NAMES.slice(0, 3), process.execPath],
  ] as const) {
    const PATH = names.map((name) => join(HOME, name)).join(delimiter)
    const words = ['connect', 'cursor', '--yes', '--json', '--catalog', 'dist/catalog']
    const { entry, link } = JSON.parse((await command(words, { HOME, PATH }, HOME)).stdout)
    expect([entry.command, entry.args.slice(1)]).toEqual([node, ['stdio', '--catalog', join(HOME, 'dist/catalog')]])
    const config = new URL(link).searchParams.get('config')!
    expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual(entry)
  }
})
