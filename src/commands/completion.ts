/** completion: a script that completes commands, their options and arguments, and names of the catalogue in a shell. */
import type { Command } from 'commander'
import { isSlug } from '../catalog/record/bounds.ts'
import { TARGETS } from '../catalog/record/languages.ts'
import { startLookUp } from './load-services.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** A pattern of the line before the cursor, which ends with a space, and what completes it. */
type Case = readonly [pattern: string, words: string]

/** Values of options and arguments of commands that are variables of the script. */
const VARIABLES: Readonly<Record<string, string>> = {
  ...{ '--lang': '$languages', '--code': '$languages curl', '--topic': '$topics', slug: '$slugs', slugs: '$slugs' },
}

export async function completionCommand(shell: Shell, program: Command): Promise<void> {
  const { slugs, topics } = await startLookUp()
  const names = {
    slugs: slugs(),
    // A topic of one's own may be any text, which the shell would read.
    topics: topics.filter(isSlug),
    languages: Object.keys(TARGETS),
  }
  const isOption = ([pattern]: Case) => Number(pattern.startsWith('* '))
  const cases = [...new Map(casesOf(program))].sort((a, b) => isOption(b) - isOption(a))
  const variables = Object.entries(names).map(([name, words]) => [name, words.join(' ')] as const)
  process.stdout.write(SCRIPTS[shell](cases, variables))
}

/** Those of subcommands come before that of their command; `*` is the last. @param path words of the command */
function casesOf(command: Command, path = ''): Case[] {
  const visible = command.createHelp()
  const commands = visible.visibleCommands(command).filter((each) => each.name() !== 'help')
  const options = visible.visibleOptions(command)
  const words = [
    ...commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap((each) => each.argChoices ?? VARIABLES[each.name()] ?? []),
    ...options.flatMap(({ long }) => long ?? []),
  ]
  const values = options.flatMap(({ long, required, argChoices }): Case[] =>
    long && required ? [[`* ${long} `, argChoices?.join(' ') ?? VARIABLES[long] ?? '']] : [],
  )
  const below = commands.flatMap((each) => casesOf(each, `${path}${each.name()} `))
  return [...values, ...below, [`${path}*`, words.join(' ')]]
}

const shellCase = ([pattern, words]: Case) => `    ${pattern.replaceAll(' ', '\\ ')}) words="${words}" ;;\n`

const shellBody = (cases: readonly Case[], variables: readonly Case[]) =>
  `${variables.map(([name, words]) => `  local ${name}="${words}"\n`).join('')}  case "$line" in
${cases.map(shellCase).join('')}  esac`

const SCRIPTS: Record<Shell, (cases: readonly Case[], variables: readonly Case[]) => string> = {
  bash: (...script) => `# source <(sdk-catalog completion bash)
_sdk_catalog() {
  local words line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
${shellBody(...script)}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sdk_catalog sdk-catalog
`,
  zsh: (...script) => `#compdef sdk-catalog
# source <(sdk-catalog completion zsh)
_sdk_catalog() {
  local words line="\${(j: :)words[2,CURRENT-1]} "
${shellBody(...script)}
  compadd -- \${=words} || _files
}
compdef _sdk_catalog sdk-catalog
`,
  fish: (cases, variables) => `# sdk-catalog completion fish | source
function __sdk_catalog
  set -l line (string join ' ' -- (commandline -opc)[2..])' '
${variables.map(([name, words]) => `  set -l ${name} "${words}"\n`).join('')}  switch $line
${cases.map(([pattern, words]) => `    case '${pattern}'\n      string split ' ' "${words}"\n`).join('')}  end
end
complete -c sdk-catalog -a '(__sdk_catalog)'
`,
}
