/** The command line. Exit codes: 0 done, 1 failed (settings, catalogue, port, store) with one line why, 2 wrong usage. */

import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import { LANGUAGES } from './catalog/record/languages.ts'
import { parseWholeNumber } from './text/whole-number.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const program = new Command('sdk-catalog')
  .description('A catalogue of generated SDKs for agents, programs and people.')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

// A command is loaded when it is called: stdio must not wait for an HTTP server that it does not start.
program
  .command('serve', { isDefault: true })
  .description('serve pages, REST and MCP over HTTP')
  .action(async () => {
    // serve handles SIGHUP once it runs; before that, the signal would end the process.
    process.on('SIGHUP', () => {})
    await (await import('./commands/serve.ts')).serve()
  })
program
  .command('stdio')
  .description('serve MCP on standard input and output')
  .action(async () => (await import('./commands/stdio.ts')).stdio())

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
  .command('stats')
  .description('show deliveries by channel and state, and the age of the oldest pending one')
  .addOption(new Option('--prometheus', 'print the Prometheus text format').conflicts('json'))
  .action(async (options) => (await import('./commands/inbox.ts')).stats(options))

const PROVE_HELP = `
Runs code of the repositories: use it on repositories that you trust. The folder holds clones, working trees or bare
clones, each named like its SDK; a bare clone may also stand as OWNER+SLUG/repo. The network is a stand-in on loopback,
git takes the local repository, npm and pip use the registries that they are set up for.
Exit codes: 0 every tried line runs, 1 one does not, 2 wrong usage.`
const catalog = program
  .command('catalog')
  .description('build a catalogue from repositories, check it, compare two, or prove what it shows')
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
  .command('diff <old> <new>')
  .description('show what was added, removed and changed between two built catalogues')
  .addOption(new Option('--markdown', 'print markdown instead of text').conflicts('json'))
  .action(async (older, newer, options) => (await import('./commands/catalog.ts')).diff(older, newer, options))
catalog
  .command('prove <dir>')
  .description('run what the catalogue shows of every repository in a folder: install lines and first code')
  .option('--languages <list>', 'only these, such as py,php,go', languageList)
  .option('--limit <count>', 'maximum number of repositories', wholeNumber)
  .option('--timeout <seconds>', 'time for one install line with its first code', wholeNumber, 60)
  .option('--workers <count>', 'repositories at a time', wholeNumber, 2)
  .addHelpText('after', PROVE_HELP)
  .action(async (dir, options) => (await import('./commands/prove.ts')).proveCommand(dir, options))

for (const group of [inbox, catalog]) {
  group.hook('preAction', () => void process.stdout.on('error', endOfPipe))
  for (const command of group.commands) command.option('--json', 'print JSON instead of text')
}

await program.parseAsync().catch((error: Error) => {
  if (error.name !== 'Refusal') throw error
  process.stderr.write(`sdk-catalog: ${error.message}\n`)
  process.exit(1)
})

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

function languageList(value: string): string[] {
  const languages = value.split(',').map((language) => language.trim())
  const unknown = languages.find((language) => !(language in LANGUAGES || ['cli', 'mcp'].includes(language)))
  if (unknown !== undefined) throw new InvalidArgumentError(`${JSON.stringify(unknown)} is no language.`)
  return languages
}

/** A date, or a date-time with its zone. Refuses days that do not exist, which Date would turn into other days. */
function date(value: string): Date {
  const { success } = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(value)
  if (!success) throw new InvalidArgumentError('It must be an ISO date, such as 2026-01-31.')
  return new Date(value)
}
