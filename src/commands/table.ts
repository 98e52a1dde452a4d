/** The table of commands, from which main.ts makes the command line, its help and its completion. */
import { Argument, type Command, type Option } from 'commander'
import { settings } from '../config.ts'
import {
  CATALOG,
  DATA,
  FROM,
  HOST,
  isoDate,
  LANG,
  limit,
  option,
  PORT,
  positiveNumber,
  QUERY,
  SINCE,
  YES,
} from './options.ts'

export interface CommandDefinition {
  about: string
  arguments?: readonly Argument[]
  options?: readonly Option[]
  help?: string
  /** Commands that serve, or print what a program reads, take no --json. */
  json?: false
  /** Imports the code of the command: stdio must not wait for an HTTP server that it does not start. */
  run: Parameters<Command['action']>[0]
}

const CLIENTS = ['claude', 'claude-code', 'cursor', 'vscode', 'windsurf', 'zed', 'codex', 'gemini']
const CLIENT_ALIASES: Readonly<Record<string, string>> = {
  ...{ 'claude-desktop': 'claude', 'vs-code': 'vscode', code: 'vscode', 'gemini-cli': 'gemini', 'codex-cli': 'codex' },
}
const CLIENT = new Argument('<client>', 'the client').choices(CLIENTS)
const chosen = CLIENT.parseArg!
CLIENT.argParser((name: string) => chosen(CLIENT_ALIASES[name] ?? name, undefined))
const STATES = ['pending', 'sent', 'dead', 'held']

const width = Math.max(...Object.keys(settings).map(({ length }) => length))
const settingLines = Object.entries(settings).map(
  ([name, { meaning }]) => `  ${name.padEnd(width)}  ${meaning.split('. ')[0]}`,
)

const inbox = () => import('./inbox.ts')
const catalog = () => import('./catalog/build-check-diff.ts')
const query = () => import('./query/show.ts')
const call = () => import('./query/call.ts')
const connect = () => import('./connect/connect.ts')

export const groups: Record<string, { about: string; options: readonly Option[] }> = {
  inbox: { about: 'manage the contact and job messages', options: [DATA] },
  catalog: { about: 'build a catalogue from repositories, check it, or compare two', options: [] },
}

export const commands: Record<string, CommandDefinition> = {
  serve: {
    about: 'serve pages, REST and MCP over HTTP',
    options: [PORT, HOST, CATALOG, DATA],
    json: false,
    help: `Examples:
  sdk-catalog serve --port 9000
  HOST=0.0.0.0 BASE_URL=https://sdk.example.com DATA_DIR=/var/lib/sdk-catalog sdk-catalog serve

Variables:
${settingLines.join('\n')}`,
    run: async () => {
      // serve handles SIGHUP once it runs; before that, the signal would end the process.
      process.on('SIGHUP', () => {})
      await (await import('./serve.ts')).serveCommand()
    },
  },
  stdio: {
    about: 'serve MCP on standard input and output',
    options: [
      option('--allow-calls', 'offer call_operation, which sends read-only requests to the APIs from this machine'),
      option('--allow-local', 'let it call servers on this machine and its networks, too'),
      option('--tools <names>', 'offer only these tools, such as find_sdk,get_sdk_readme'),
      CATALOG,
      DATA,
    ],
    json: false,
    run: async (options) => (await import('./stdio.ts')).stdioCommand(options),
  },
  'find <words...>': {
    about: 'search for SDKs by name, need or topic; on a terminal pick one and call it; exit code 1 if none fits',
    options: [
      option('--topic <topic>', 'only this topic, such as weather'),
      option('--no-key', 'only APIs known to need no key'),
      limit('hits', 10),
      ...QUERY,
    ],
    help: 'Examples:\n  sdk-catalog find send a text message\n  sdk-catalog find weather --lang py --no-key',
    run: async (words, options) => (await import('./query/find.ts')).findCommand(words, options),
  },
  'show <slug>': {
    about: 'show one SDK; with --lang also how to install and call it',
    options: QUERY,
    help: 'Example:\n  sdk-catalog show poetrydb-sdk --lang py',
    run: async (slug, options) => (await query()).showCommand(slug, options),
  },
  'readme <slug> [section]': {
    about: 'print the README of an SDK, or one section of it',
    options: QUERY,
    help: 'Example:\n  sdk-catalog readme poetrydb-sdk install',
    run: async (slug, section, options) => (await query()).readmeCommand(slug, section, options),
  },
  'compare <slugs...>': {
    about: 'compare two to five SDKs',
    options: QUERY,
    help: 'Example:\n  sdk-catalog compare open-meteo-sdk weather-sdk',
    run: async (slugs, options) => (await query()).compareCommand(slugs, options),
  },
  'call <slug> [operation] [arguments...]': {
    about: 'call an operation of an API from this machine and print the answer; without one, list or pick it',
    options: [
      option('--dry-run', 'print the request and the same as curl, without the key, and send nothing'),
      option('--code <language>', 'print code for the same call, such as py or curl, and send nothing'),
      option('--output <file>', 'write the whole answer to a file'),
      option('--endpoint <path>', 'one of several endpoints of the operation, by its path'),
      option('--server <url>', 'another server on record; your own where none on record can be reached'),
      option('--allow-local', 'also call servers on this machine and its networks'),
      option('--write', 'call an operation that may change something; asks first'),
      YES,
      CATALOG,
    ],
    help: `Exit code 1 also if the API answers with an error. The key is read from the variable that the SDK names, and is
sent to the server on record alone. With --json the answer is printed as it came, and its status on standard error.

Examples:
  sdk-catalog call poetrydb-sdk
  sdk-catalog call poetrydb-sdk author.list
  sdk-catalog call open-meteo-sdk weather_forecast.load latitude=52.52 longitude=13.41 --dry-run`,
    run: async (slug, operation, words, options) => (await call()).callCommand(slug, operation, words, options),
  },
  'try <slug> [operation]': {
    about: 'write a folder with a program that calls an operation, and how to install and run it; runs nothing',
    options: [LANG, option('--dir <dir>', 'folder to make; an empty one does (default: SLUG-LANGUAGE)'), CATALOG],
    help: 'Example:\n  sdk-catalog try poetrydb-sdk author.list --lang py --dir poems',
    run: async (slug, operation, options) => (await import('./query/try.ts')).tryCommand(slug, operation, options),
  },
  connect: {
    about: 'add the catalogue to the settings of an MCP client; shows the change and asks first',
    arguments: [CLIENT],
    options: [
      option('--stdio', 'let the client start sdk-catalog, which needs no network (default)').conflicts('url'),
      option('--url <url>', 'let the client call a running service'),
      option('--catalog <dir>', 'built catalogue that the client starts with'),
      option('--allow-calls', 'let agents send read-only requests to the APIs from this machine').conflicts('url'),
      YES,
    ],
    help: 'Examples:\n  sdk-catalog connect claude-code\n  sdk-catalog connect cursor --url https://sdk.example.com',
    run: async (client, options) => (await connect()).connectCommand(client, options),
  },
  disconnect: {
    about: 'take the catalogue out of the settings of an MCP client',
    arguments: [CLIENT],
    options: [YES],
    run: async (client, options) => (await connect()).disconnectCommand(client, options),
  },
  doctor: {
    about: 'check settings, catalogue, clock, store and channels; exit code 1 if something fails',
    options: [option('--url <url>', 'also ask a running service'), CATALOG, DATA],
    run: async (options) => (await import('./doctor.ts')).doctorCommand(options),
  },
  searches: {
    about: 'show what people searched for and did not find, as counts',
    options: [limit('queries', 20), DATA],
    run: async (options) => (await import('./query/searches.ts')).searchesCommand(options),
  },
  completion: {
    about: 'print a script that completes commands in a shell',
    arguments: [new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish'])],
    json: false,
    help: 'Example, in ~/.bashrc:\n  source <(sdk-catalog completion bash)',
    run: async (shell, _, command) => (await import('./completion.ts')).completionCommand(shell, command.parent),
  },
  'inbox list': {
    about: 'list the newest messages: who wrote, what about, how long ago, and the state of their delivery',
    options: [
      FROM,
      SINCE,
      option('--unanswered', 'only messages that "inbox done" does not know, the oldest ones'),
      option('--state <state>', 'only messages with a delivery in this state').choices(STATES),
      limit('messages', 50),
    ],
    run: async (options) => (await inbox()).listCommand(options),
  },
  'inbox show <id>': {
    about: 'show one message with its text; the first six characters of the id are enough if they are unique',
    run: async (id, options) => (await inbox()).showMessageCommand(id, options),
  },
  'inbox export': {
    about: 'print messages with all that is stored of them as JSON Lines, for example for their sender',
    options: [FROM, SINCE, option('--csv', 'print CSV instead')],
    json: false,
    run: async (options) => (await inbox()).exportCommand(options),
  },
  'inbox done <id>': {
    about: 'record that the sender of a message has an answer',
    options: [option('--undo', 'there is no answer yet')],
    run: async (id, options) => (await inbox()).doneCommand(id, options),
  },
  'inbox retry [id]': {
    about: 'deliver a message now, also one that was held back; without an id, all dead ones',
    run: async (id, options) => (await inbox()).retryCommand(id, options),
  },
  'inbox purge': {
    about: 'delete the text of messages that were delivered or held back before a date',
    options: [option('--before <date>', 'an ISO date, such as 2026-01-31').argParser(isoDate).makeOptionMandatory()],
    run: async (options) => (await inbox()).purgeCommand(options),
  },
  'inbox delete [id]': {
    about: 'delete a message, or all of a sender, with text, deliveries and mail file',
    options: [FROM, option('--yes', 'required, because this cannot be undone').makeOptionMandatory()],
    run: async (id, options) => (await inbox()).deleteCommand(id, options),
  },
  'inbox backup <file>': {
    about: 'copy the messages to a new file, also while the service runs (SQLite only)',
    run: async (file, options) => (await inbox()).backupCommand(file, options),
  },
  'inbox restore <file>': {
    about: 'put a copy in the place of messages that are not there any more (SQLite only)',
    run: async (file, options) => (await inbox()).restoreCommand(file, options),
  },
  'inbox stats': {
    about: 'show deliveries by channel and state, and the age of the oldest pending one',
    options: [option('--prometheus', 'print the Prometheus text format').conflicts('json')],
    run: async (options) => (await inbox()).statsCommand(options),
  },
  'catalog build': {
    about: 'build a catalogue and put it in place',
    options: [
      option('--from <source>', 'a folder of repositories, or github:ORG').makeOptionMandatory(),
      option('--out <dir>', 'where to put the catalogue (default: CATALOG_DIR, else ./catalog)'),
      option('--texts <file>', 'titles, needs and more that people wrote: JSON Lines, or sdks.jsonl of a catalogue'),
      option('--exclude <file>', 'repositories to leave out, a name a line'),
      option('--answers <file>', 'what "catalog probe" wrote'),
      option('--built-at <date>', 'time of the build (default: SOURCE_DATE_EPOCH, else now)').argParser(isoDate),
      option('--cache <dir>', 'cache of what was read from GitHub (default: github-cache in DATA_DIR)'),
      option('--strict', 'fail if anything was skipped or caused a warning'),
      option('--dry-run', 'report without writing'),
    ],
    help: 'Exit codes: 0 built or up to date, 1 failed with one line why, 2 wrong usage, 3 failed because of --strict.',
    run: async (options) => (await catalog()).buildCommand(options),
  },
  'catalog probe': {
    about: 'ask the API of each SDK for data that needs no key, and record what it answers',
    options: [
      option('--slugs <list>', 'only these SDKs, separated by commas'),
      option('--output <file>', 'file that lines are appended to, for "catalog build --answers"').default(
        'answers.jsonl',
      ),
      option('--opt-out <file>', 'hosts that are not asked, one a line'),
      option('--pause <seconds>', 'pause between requests to one host').argParser(positiveNumber).default(5),
      option('--allow-local', 'also ask servers on this machine and its networks'),
      CATALOG,
    ],
    help: 'Example:\n  BASE_URL=https://sdk.example.com sdk-catalog catalog probe --catalog ./catalog',
    run: async (options) => (await import('./catalog/probe.ts')).probeCommand(options),
  },
  'catalog check <dir>': {
    about: 'check a built catalogue, or an archive of one, against every rule; exit code 1 if it breaks one',
    run: async (dir, options) => (await catalog()).checkCommand(dir, options),
  },
  'catalog publish <dir>': {
    about: 'pack a built catalogue into one archive for CATALOG_URL',
    options: [
      option(
        '--to <place>',
        'a file, an https URL that takes PUT, such as a presigned one, or a postgres:// URL',
      ).makeOptionMandatory(),
      option('--sign <file>', 'sign it with this Ed25519 private key in PEM'),
    ],
    run: async (dir, options) => (await import('./catalog/publish.ts')).publishCommand(dir, options),
  },
  'catalog diff <old> <new>': {
    about: 'show what was added, removed and changed between two built catalogues',
    options: [option('--markdown', 'print markdown instead of text').conflicts('json')],
    run: async (older, newer, options) => (await catalog()).diffCommand(older, newer, options),
  },
}
