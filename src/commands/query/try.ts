/** try: writes a folder with a program that makes one call, and how to install and run it. It runs nothing. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { targetFor } from '../../answers/readme-advice.ts'
import { TARGETS, type Target } from '../../catalog/record/languages.ts'
import { firstPlan, isCurl, type Start, startFor } from '../../code/first-steps.ts'
import { withLanguages } from '../../code/install.ts'
import { parseOperation, readOperation } from '../../operations/resolve-operation.ts'
import { joinParts } from '../../text/join-parts.ts'
import { fenced } from '../../text/write-markdown.ts'
import { recordOf, targetOf } from '../../tools/define/not-found.ts'
import { startLookUp } from '../load-services.ts'
import { fail, inOneLine, type OutputOptions, printResult } from '../output.ts'

type TryOptions = OutputOptions & Partial<Record<'lang' | 'dir', string>>

/** Where a program is saved, and the command that runs it where the install line has led. */
interface ProgramFile {
  file: string
  run: string
  needs?: string
}

const PROGRAM_FILES: Partial<Record<Target | 'curl', ProgramFile>> = {
  ts: { file: 'first.ts', run: 'node first.ts', needs: 'Node 22.18 or later' },
  js: { file: 'first.js', run: 'node first.js' },
  py: { file: 'first.py', run: 'python3 first.py' },
  php: { file: 'first.php', run: 'php ../../first.php' },
  // It loads the SDK from beside the program.
  rb: { file: 'first.rb', run: 'cp ../../first.rb . && ruby first.rb' },
  lua: { file: 'first.lua', run: 'lua first.lua' },
  go: { file: 'main.go', run: 'go run main.go' },
  cli: { file: 'first.sh', run: 'sh ../../first.sh' },
  curl: { file: 'first.sh', run: 'sh first.sh' },
}

export const tryCommand = (slug: string, name: string | undefined, { lang, dir, ...output }: TryOptions) =>
  inOneLine(async () => {
    const catalog = await startLookUp()
    const record = recordOf(slug, { catalog })
    const asked = lang === undefined ? withLanguages(record).languages[0]! : targetOf(lang, '--lang')
    const plan = name === undefined ? firstPlan(record) : await readOperation(record, parseOperation(name), { catalog })
    const { start, program } = programOf(plan, asked)
    const folder = resolve(dir ?? `${slug}-${asked}`)
    if (existsSync(folder) && readdirSync(folder).length > 0)
      fail(`${folder} is not empty; name another one with --dir.`)
    const { code, install, notes } = start
    const files = {
      [program.file]: `${code}\n`,
      // Without its own, npm would install into a folder above.
      ...(install && /\bnpm i\b/.test(install) && { 'package.json': '{ "private": true }\n' }),
      'README.md': readme(`${record.title} (${isCurl(start) ? 'curl' : TARGETS[asked]})`, start, program),
    }
    mkdirSync(folder, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' })
    const written = { dir: folder, files: Object.keys(files), install, run: program.run, notes }
    printResult(output, written, (visible) =>
      [`Written to ${visible.dir}: ${visible.files.join(', ')}.`, 'README.md says how to install and run it.'].join(
        '\n',
      ),
    )
  })

/** @throws StartupError for an SDK or operation without a program in the language */
function programOf(plan: Parameters<typeof startFor>[0], asked: Target): { start: Start; program: ProgramFile } {
  const { record } = plan
  const target = targetFor(record, asked)
  const start = target && startFor(plan, target, asked)
  const program = PROGRAM_FILES[start && isCurl(start) ? 'curl' : asked]
  if (start?.code && program) return { start, program }
  const others = withLanguages(record).languages.filter((each) => PROGRAM_FILES[each])
  const lacks = `No ${TARGETS[asked]} program of ${record.slug} is at hand; it has ${others.join(', ')}.`
  return fail([lacks, ...(start?.notes ?? [])].join(' '))
}

function readme(title: string, { call, install, needs, notes }: Start, program: ProgramFile): string {
  const required = joinParts(', ', needs, program.needs)
  return `${joinParts(
    '\n\n',
    `# ${title}`,
    `\`${program.file}\` calls \`${call}\`.${required && ` It needs ${required}.`}`,
    install && `Install, in this folder:\n\n${fenced('sh', install)}`,
    `Run, ${install ? 'in the same shell' : 'in this folder'}:\n\n${fenced('sh', program.run)}`,
    ...notes,
  )}\n`
}
