/** The command line. Exit codes: 0 done, 1 failed (settings, catalogue, port, store) with one line why, 2 wrong usage. */
import { Command } from 'commander'
import { JSON_OUTPUT, VARIABLES } from './commands/options.ts'
import { failUsage } from './commands/output.ts'
import { type CommandDefinition, commands, groups } from './commands/table.ts'
import { settings } from './config.ts'
import { commit, exitWithReason, version } from './version.ts'

const EXAMPLES = `
Examples:
  sdk-catalog serve --port 9000             serve the catalogue
  sdk-catalog find "weather in python"      search the catalogue on this machine
  sdk-catalog show poetrydb-sdk --lang py   how to install and call one SDK
  sdk-catalog try poetrydb-sdk --lang py    write a folder with a program that calls it
  sdk-catalog connect cursor                let an agent use the catalogue`

/** Without words it prints the help. */
export async function main(words: readonly string[] = process.argv.slice(2)): Promise<void> {
  // Git is asked for the commit in a checkout, which only this needs.
  const built = ['-V', '--version'].includes(words[0] ?? '') ? commit() : undefined
  const program = createProgram(built === undefined ? version : `${version} (${built})`)
  await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' }).catch(exitWithReason)
}

/** @param shownVersion what --version prints, such as `0.2.0 (abc1234)` */
function createProgram(shownVersion: string): Command {
  const program = new Command('sdk-catalog')
    .description('A catalogue of generated SDKs for agents, programs and people.')
    .version(shownVersion)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .addHelpText('after', EXAMPLES)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'sdk-catalog:')) })
    .hook('preAction', (_, command) => setVariables(command))
  const groupCommands = new Map<string, Command>()
  for (const [usage, definition] of Object.entries(commands)) {
    const [first = ''] = usage.split(' ')
    const group = groups[first]
    const parent = group ? (groupCommands.get(first) ?? program.command(first).description(group.about)) : program
    if (group) groupCommands.set(first, parent)
    const options = [...(definition.options ?? []), ...(group?.options ?? [])]
    addCommand(parent, group ? usage.slice(first.length + 1) : usage, { ...definition, options })
  }
  return program
}

function addCommand(parent: Command, usage: string, definition: CommandDefinition): void {
  const command = parent.command(usage).description(definition.about).action(definition.run)
  for (const argument of definition.arguments ?? []) command.addArgument(argument)
  for (const option of definition.options ?? []) command.addOption(option)
  if (definition.help) command.addHelpText('after', `\n${definition.help}`)
  if (definition.json === false) return
  command.addOption(JSON_OUTPUT).hook('preAction', () => void process.stdout.on('error', exitOnClosedPipe))
}

function setVariables(command: Command): void {
  const options: Record<string, string | undefined> = command.opts()
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = options[name]
    if (value === undefined) continue
    const { read, allowed } = settings[variable]
    if (read(value) === undefined) failUsage(`--${name} is ${JSON.stringify(value)}; it must be ${allowed}.`)
    process.env[variable] = value
  }
}

/** A reader such as head closes the pipe when it has enough. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}
