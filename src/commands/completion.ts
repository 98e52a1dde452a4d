/** completion: a script that completes commands, their options and arguments, and names of the catalogue in a shell. */
import type { Command } from 'commander'
import { isSlug } from '../catalog/record/bounds.ts'
import { TARGETS } from '../catalog/record/languages.ts'
import { openLookUp } from '../store/look-up.ts'
import { openPacked } from '../store/search-index/packed.ts'
import { startCatalog } from './load-services.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** Completions where the line so far begins with a command, or ends with an option that takes a value. */
interface Row {
  after: string
  words: readonly string[]
  isOption?: boolean
}

/** What is completed by variables of the script: values of options, and arguments of commands. */
const VARIABLES: Readonly<Record<string, string>> = {
  ...{ '--lang': '$languages', '--code': '$languages', '--topic': '$topics', slug: '$slugs', slugs: '$slugs' },
}

export async function completionCommand(shell: Shell, program: Command): Promise<void> {
  const { loaded } = await startCatalog()
  const packed = openPacked(loaded.packed)
  const names = {
    slugs: openLookUp(packed).slugs,
    // A topic of one's own may be any text, which the shell would read.
    topics: packed.records.topicNames.filter(isSlug),
    languages: Object.keys(TARGETS),
  }
  const rows = rowsOf(program)
  const options = rows.filter(({ isOption }) => isOption)
  const unique = options.filter(({ after }, at) => at === options.findIndex((each) => each.after === after))
  // Longest first: `catalog build /a` is after `catalog build`.
  const commands = rows.filter(({ isOption, after }) => !isOption && after !== '')
  const sorted = [...unique, ...commands.sort((a, b) => b.after.length - a.after.length)]
  const assigned = Object.entries(names).map(([name, words]) => [name, words.join(' ')] as const)
  process.stdout.write(SCRIPTS[shell](sorted, rows[0]!.words.join(' '), assigned))
}

function rowsOf(command: Command, path: readonly string[] = []): Row[] {
  const visible = command.createHelp()
  const commands = visible.visibleCommands(command).filter((each) => each.name() !== 'help')
  const options = visible.visibleOptions(command)
  const words = [
    ...commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap((each) => each.argChoices ?? VARIABLES[each.name()] ?? []),
    ...options.flatMap(({ long }) => long ?? []),
  ]
  const values = options.flatMap(({ long, required, argChoices }) =>
    long && required ? { after: long, words: argChoices ?? [VARIABLES[long] ?? ''], isOption: true } : [],
  )
  const below = commands.flatMap((each) => rowsOf(each, [...path, each.name()]))
  return [{ after: path.join(' '), words }, ...values, ...below]
}

type Script = (rows: readonly Row[], top: string, names: readonly (readonly [string, string])[]) => string

const shellCases = (rows: readonly Row[]): string =>
  rows
    .map(({ after, words, isOption }) => {
      const pattern = isOption ? `*" ${after} "` : `"${after} "*`
      return `    ${pattern}) words="${words.join(' ')}" ;;\n`
    })
    .join('')

const fishCases = (rows: readonly Row[]): string =>
  rows
    .map(({ after, words, isOption }) => {
      const pattern = isOption ? `* ${after} ` : `${after} *`
      return `    case '${pattern}'\n      string split ' ' "${words.join(' ')}"\n`
    })
    .join('')

const locals: (names: Parameters<Script>[2]) => string = (names) =>
  names.map(([name, words]) => ` ${name}="${words}"`).join('')

const SCRIPTS: Record<Shell, Script> = {
  bash: (rows, top, names) => `# source <(sdk-catalog completion bash)
_sdk_catalog() {
  local words line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "${locals(names)}
  case "$line" in
${shellCases(rows)}    *) words="${top}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sdk_catalog sdk-catalog
`,
  zsh: (rows, top, names) => `#compdef sdk-catalog
# source <(sdk-catalog completion zsh)
_sdk_catalog() {
  local words line="\${(j: :)words[2,CURRENT-1]} "${locals(names)}
  case "$line" in
${shellCases(rows)}    *) words="${top}" ;;
  esac
  compadd -- \${=words} || _files
}
compdef _sdk_catalog sdk-catalog
`,
  fish: (rows, top, names) => `# sdk-catalog completion fish | source
function __sdk_catalog
  set -l line (string join ' ' -- (commandline -opc)[2..])' '
${names.map(([name, words]) => `  set -l ${name} "${words}"\n`).join('')}  switch $line
${fishCases(rows)}    case '*'
      string split ' ' '${top}'
  end
end
complete -c sdk-catalog -a '(__sdk_catalog)'
`,
}
