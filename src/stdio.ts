/** The start of `sdk-catalog stdio` without options, which needs no command line and answers before it is all loaded. */
import { DEFAULTS, localUrl, SETTING_NAMES } from './defaults.ts'
import { serverInfo } from './mcp/handshake.ts'
import { answerEarly } from './mcp/transport/early.ts'
import { endRefused, version } from './program.ts'

// A setting can change the answer, or refuse the start, and a refused start must not have answered.
const hasSettings = SETTING_NAMES.some((name) => process.env[name])
const site = { name: DEFAULTS.SERVICE_NAME, version, baseUrl: localUrl(DEFAULTS.PORT) }
const answered = hasSettings ? undefined : await answerEarly(serverInfo(site))
const { stdio } = await import('./commands/stdio.ts')
await stdio(answered).catch(endRefused)
