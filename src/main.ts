/** The command line. Exit codes: 0 done, 1 failed (settings, catalogue, port, store) with one line why, 2 wrong usage. */

import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import { settings } from './config.ts'
import { endRefused, version } from './program.ts'
import { parseWholeNumber } from './text/whole-number.ts'

const program = new Command('sdk-catalog')
  .description('A catalogue of generated SDKs for agents, programs and people.')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .addHelpText(
    'after',
    `
Without a command it serves.

Examples:
  sdk-catalog find "weather in python"      search the catalogue on this machine
  sdk-catalog show poetrydb-sdk --lang py   how to install and call one SDK
  sdk-catalog connect cursor                let an agent use the catalogue
  sdk-catalog --port 9000                   serve it`,
  )

/** Flags that stand for variables, and win over them. */
const FLAGS = { port: 'PORT', host: 'HOST', catalog: 'CATALOG_DIR', data: 'DATA_DIR' } as const
const flag = {
  port: () => new Option('--port <number>', 'port to listen on; 0 picks a free one (PORT)'),
  host: () => new Option('--host <address>', 'interface to listen on; 0.0.0.0 means all (HOST)'),
  catalog: () => new Option('--catalog <dir>', 'built catalogue instead of the embedded one (CATALOG_DIR)'),
  data: () => new Option('--data <dir>', 'directory for messages and the history of builds (DATA_DIR)'),
  url: () => new Option('--url <url>', 'ask a running service instead of the catalogue on this machine'),
  lang: () => new Option('--lang <language>', 'programming language, such as py'),
}
program.hook('preAction', (_, command) => {
  const options: Record<string, string | undefined> = command.opts()
  for (const [name, variable] of Object.entries(FLAGS)) {
    if (options[name] !== undefined) process.env[variable] = options[name]
  }
})

const width = Math.max(...Object.keys(settings).map(({ length }) => length))
const VARIABLES = Object.entries(settings).map(
  ([name, { meaning }]) => `  ${name.padEnd(width)}  ${meaning.split('. ')[0]}`,
)

// A command is loaded when it is called: stdio must not wait for an HTTP server that it does not start.
program
  .command('serve')
  .description('serve pages, REST and MCP over HTTP')
  .addOption(flag.port())
  .addOption(flag.host())
  .addOption(flag.catalog())
  .addOption(flag.data())
  .addHelpText(
    'after',
    `
Examples:
  sdk-catalog serve --port 9000
  HOST=0.0.0.0 BASE_URL=https://sdk.example.com DATA_DIR=/var/lib/sdk-catalog sdk-catalog serve

Variables:
${VARIABLES.join('\n')}`,
  )
  .action(async () => {
    // serve handles SIGHUP once it runs; before that, the signal would end the process.
    process.on('SIGHUP', () => {})
    await (await import('./commands/serve.ts')).serve()
  })
program
  .command('stdio')
  .description('serve MCP on standard input and output')
  .addOption(flag.catalog())
  .addOption(flag.data())
  .action(async () => (await import('./commands/stdio.ts')).stdio())

const queries = [
  program
    .command('find <words...>')
    .description('search for SDKs by name, need or topic; exit code 1 if there is none')
    .option('--topic <topic>', 'only this topic, such as weather')
    .option('--no-key', 'only APIs known to need no key')
    .option('--limit <count>', 'maximum number of hits', wholeNumber, 10)
    .addHelpText(
      'after',
      '\nExamples:\n  sdk-catalog find send a text message\n  sdk-catalog find weather --lang py --no-key',
    )
    .action(async (words, options) => (await import('./commands/query/query.ts')).find(words, options)),
  program
    .command('show <slug>')
    .description('show one SDK; with --lang also how to install and call it')
    .addHelpText('after', '\nExample:\n  sdk-catalog show poetrydb-sdk --lang py')
    .action(async (slug, options) => (await import('./commands/query/query.ts')).show(slug, options)),
  program
    .command('readme <slug> [section]')
    .description('print the README of an SDK, or one section of it')
    .addHelpText('after', '\nExample:\n  sdk-catalog readme poetrydb-sdk install')
    .action(async (slug, section, options) =>
      (await import('./commands/query/query.ts')).readme(slug, section, options),
    ),
  program
    .command('compare <slugs...>')
    .description('compare two to five SDKs')
    .addHelpText('after', '\nExample:\n  sdk-catalog compare open-meteo-sdk weather-sdk')
    .action(async (slugs, options) => (await import('./commands/query/query.ts')).compare(slugs, options)),
]
for (const query of queries) query.addOption(flag.lang()).addOption(flag.url()).addOption(flag.catalog())

const CLIENTS = ['claude', 'claude-code', 'cursor', 'vscode', 'windsurf', 'zed', 'codex', 'gemini']
const connections = [
  program
    .command('connect')
    .description('add the catalogue to the settings of an MCP client; shows the change and asks first')
    .addOption(
      new Option('--stdio', 'let the client start sdk-catalog, which needs no network (default)').conflicts('url'),
    )
    .option('--url <url>', 'let the client call a running service')
    .option('--catalog <dir>', 'built catalogue that the client starts with')
    .addHelpText(
      'after',
      '\nExamples:\n  sdk-catalog connect claude-code\n  sdk-catalog connect cursor --url https://sdk.example.com',
    )
    .action(async (client, options) => (await import('./commands/connect/connect.ts')).connect(client, options)),
  program
    .command('disconnect')
    .description('take the catalogue out of the settings of an MCP client')
    .action(async (client, options) => (await import('./commands/connect/connect.ts')).disconnect(client, options)),
]
for (const connection of connections) {
  connection.addArgument(new Argument('<client>', 'the client').choices(CLIENTS)).option('--yes', 'do not ask')
}

const doctor = program
  .command('doctor')
  .description('check settings, catalogue, clock, store and channels; exit code 1 if something fails')
  .option('--url <url>', 'also ask a running service')
  .addOption(flag.catalog())
  .addOption(flag.data())
  .action(async (options) => (await import('./commands/doctor.ts')).doctor(options))
const searches = program
  .command('searches')
  .description('show what people searched for and did not find, as counts')
  .option('--limit <count>', 'maximum number of queries', wholeNumber, 20)
  .addOption(flag.data())
  .action(async (options) => (await import('./commands/searches.ts')).searches(options))
program
  .command('completion')
  .description('print a script that completes commands in a shell')
  .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
  .addHelpText('after', '\nExample, in ~/.bashrc:\n  source <(sdk-catalog completion bash)')
  .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program))

const inbox = program.command('inbox').description('manage the contact and job messages')
inbox
  .command('list')
  .description('list the newest messages and the state of their delivery')
  .addOption(
    new Option('--state <state>', 'only messages with a delivery in this state').choices([
      'pending',
      'sent',
      'dead',
      'held',
    ]),
  )
  .option('--limit <count>', 'maximum number of messages', wholeNumber, 50)
  .action(async (options) => (await import('./commands/inbox.ts')).list(options))
inbox
  .command('show <id>')
  .description('show one message with its text; the first six characters of the id are enough if they are unique')
  .action(async (id, options) => (await import('./commands/inbox.ts')).show(id, options))
inbox
  .command('retry [id]')
  .description('deliver a message now, also one that was held back; without an id, all dead ones')
  .action(async (id, options) => (await import('./commands/inbox.ts')).retry(id, options))
inbox
  .command('purge')
  .description('delete the text of messages that were delivered or held back before a date')
  .requiredOption('--before <date>', 'an ISO date, such as 2026-01-31', date)
  .action(async (options) => (await import('./commands/inbox.ts')).purge(options))
inbox
  .command('delete <id>')
  .description('delete one message with its text and its deliveries, for example at the request of its sender')
  .requiredOption('--yes', 'required, because this cannot be undone')
  .action(async (id, options) => (await import('./commands/inbox.ts')).remove(id, options))
inbox
  .command('backup <file>')
  .description('copy the messages to a new file, also while the service runs (SQLite only)')
  .action(async (file, options) => (await import('./commands/inbox.ts')).backup(file, options))
inbox
  .command('restore <file>')
  .description('put a copy in the place of messages that are not there any more (SQLite only)')
  .action(async (file, options) => (await import('./commands/inbox.ts')).restore(file, options))
inbox
  .command('stats')
  .description('show deliveries by channel and state, and the age of the oldest pending one')
  .addOption(new Option('--prometheus', 'print the Prometheus text format').conflicts('json'))
  .action(async (options) => (await import('./commands/inbox.ts')).stats(options))

const catalog = program.command('catalog').description('build a catalogue from repositories, check it, or compare two')
catalog
  .command('build')
  .description('build a catalogue and put it in place')
  .requiredOption('--from <source>', 'a folder of repositories, or github:ORG')
  .option('--out <dir>', 'where to put the catalogue (default: CATALOG_DIR, else ./catalog)')
  .option('--topics <file>', 'a JSON or YAML file that maps slugs to lists of topics')
  .option('--built-at <date>', 'time of the build (default: SOURCE_DATE_EPOCH, else now)', date)
  .option('--cache <dir>', 'cache of what was read from GitHub (default: github-cache in DATA_DIR)')
  .option('--strict', 'fail if anything was skipped or caused a warning')
  .option('--dry-run', 'report without writing')
  .addHelpText(
    'after',
    '\nExit codes: 0 built or up to date, 1 failed with one line why, 2 wrong usage, 3 failed because of --strict.',
  )
  .action(async (options) => (await import('./commands/catalog.ts')).build(options))
catalog
  .command('check <dir>')
  .description('check a built catalogue against every rule; exit code 1 if it breaks one')
  .action(async (dir, options) => (await import('./commands/catalog.ts')).check(dir, options))
catalog
  .command('publish <dir>')
  .description('pack a built catalogue into one archive for CATALOG_URL')
  .requiredOption('--to <place>', 'a file, or an https URL that takes PUT, such as a presigned one')
  .option('--sign <file>', 'sign it with this Ed25519 private key in PEM')
  .action(async (dir, options) => (await import('./commands/publish.ts')).publishCommand(dir, options))
catalog
  .command('diff <old> <new>')
  .description('show what was added, removed and changed between two built catalogues')
  .addOption(new Option('--markdown', 'print markdown instead of text').conflicts('json'))
  .action(async (older, newer, options) => (await import('./commands/catalog.ts')).diff(older, newer, options))

for (const command of inbox.commands) command.addOption(flag.data())
const printing = [...inbox.commands, ...catalog.commands, ...queries, ...connections, doctor, searches]
for (const command of printing) {
  command.hook('preAction', () => void process.stdout.on('error', endOfPipe))
  command.option('--json', 'print JSON instead of text')
}

const words = process.argv.slice(2)
const isAboutProgram = ['-h', '--help', '-V', '--version'].includes(words[0] ?? '')
if (words.length === 0 || (words[0]!.startsWith('-') && !isAboutProgram)) words.unshift('serve')
await program.parseAsync(words, { from: 'user' }).catch(endRefused)

/** A reader such as head closes the pipe when it has enough. */
function endOfPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

function wholeNumber(value: string): number {
  const number = parseWholeNumber(value) ?? 0
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}

/** A date, or a date-time with its zone. Refuses days that do not exist, which Date would turn into other days. */
function date(value: string): Date {
  const { success } = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(value)
  if (!success) throw new InvalidArgumentError('It must be an ISO date, such as 2026-01-31.')
  return new Date(value)
}
