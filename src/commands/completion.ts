/** completion: a script that completes commands, their options and their fixed arguments in a shell. */
import type { Command } from 'commander'

type Shell = 'bash' | 'zsh' | 'fish'

/** Completions after the words of a command. */
interface Row {
  after: string
  words: string[]
}

export function completionCommand(shell: Shell, program: Command): void {
  process.stdout.write(SCRIPTS[shell](rowsOf(program)))
}

function rowsOf(command: Command, path: readonly string[] = []): Row[] {
  const visible = command.createHelp()
  const commands = visible.visibleCommands(command).filter((each) => each.name() !== 'help')
  const words = [
    ...commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...visible.visibleOptions(command).flatMap(({ long }) => long ?? []),
  ]
  return [{ after: path.join(' '), words }, ...commands.flatMap((each) => rowsOf(each, [...path, each.name()]))]
}

/** Longest first: `catalog build /a` is after `catalog build`. */
const cases = (rows: readonly Row[], line: (row: Row) => string): string =>
  rows
    .filter(({ after }) => after !== '')
    .sort((a, b) => b.after.length - a.after.length)
    .map(line)
    .join('')

const shellCase = ({ after, words }: Row): string => `    "${after} "*) words="${words.join(' ')}" ;;\n`
const fishCase = ({ after, words }: Row): string =>
  `    case '${after} *'\n      string split ' ' '${words.join(' ')}'\n`

const top = (rows: readonly Row[]): string => rows[0]!.words.join(' ')

const SCRIPTS: Record<Shell, (rows: Row[]) => string> = {
  bash: (rows) => `# source <(sdk-catalog completion bash)
_sdk_catalog() {
  local words line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "$line" in
${cases(rows, shellCase)}    *) words="${top(rows)}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sdk_catalog sdk-catalog
`,
  zsh: (rows) => `#compdef sdk-catalog
# source <(sdk-catalog completion zsh)
_sdk_catalog() {
  local words line="\${(j: :)words[2,CURRENT-1]} "
  case "$line" in
${cases(rows, shellCase)}    *) words="${top(rows)}" ;;
  esac
  compadd -- \${=words} || _files
}
compdef _sdk_catalog sdk-catalog
`,
  fish: (rows) => `# sdk-catalog completion fish | source
function __sdk_catalog
  set -l line (string join ' ' -- (commandline -opc)[2..])' '
  switch $line
${cases(rows, fishCase)}    case '*'
      string split ' ' '${top(rows)}'
  end
end
complete -c sdk-catalog -a '(__sdk_catalog)'
`,
}
