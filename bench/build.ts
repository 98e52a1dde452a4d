/**
 * Builds 1,000, 3,000 and 10,000 synthetic repositories, each in a process of its own, and prints seconds, processor
 * seconds, peak memory and the exponent of the growth: `node bench/build.ts [count …]`. READMEs are as long as those
 * of the generator, and as many threads render as a build ever takes, whatever the machine. Fails over 500 MB, or where
 * cost grows faster than the number of repositories to the power of 1.15.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCatalog } from '../src/builder/build-catalog.ts'
import { folderSource } from '../src/builder/sources/folders.ts'

const MAX_MB = 500
const MAX_EXPONENT = 1.15
const WORDS =
  'harbour tide moon river light signal weather station forecast level current port vessel chart depth wind'.split(' ')

/** Of each tenth of 320 real READMEs the longest, in bytes. */
const README_BYTES = [9100, 9300, 9400, 9600, 9750, 9900, 10_100, 10_350, 10_700, 45_400]

interface Result {
  count: number
  seconds: number
  cpuSeconds: number
  peakMb: number
}

/** One repository; the same for the same number. */
function writeRepository(directory: string, number: number): void {
  const pick = (salt: number) => WORDS[(number * 7 + salt * 13 + (number >> 4)) % WORDS.length]!
  const name = `${pick(1)}-${pick(2)}-${number}`
  const root = join(directory, `${name}-sdk`)
  mkdirSync(join(root, '.sdk', 'model', 'api'), { recursive: true })
  mkdirSync(join(root, 'ts'))
  const sentence = (salt: number) =>
    `The ${pick(salt)} ${pick(salt + 1)} of every ${pick(salt + 2)} and ${pick(salt + 3)}.`
  const entities = Array.from(
    { length: 8 },
    (_, at) => `| **Thing${at}** | The Thing${at} entity (list, load). | \`/things/${at}\` |`,
  )
  const head = `# ${name} SDK\n\n${name} API client, generated from the OpenAPI spec.\n\n## Entities\n\n| Entity | Description | API path |\n| --- | --- | --- |\n${entities.join('\n')}\n`
  // Only one in ten of the last tenth is really long.
  const tenth = number % README_BYTES.length
  const bytes = tenth === 9 && number % 100 !== 99 ? README_BYTES[8]! : README_BYTES[tenth]!
  let readme = head
  for (let at = 0; readme.length < bytes; at++) readme += part(at)
  writeFileSync(join(root, 'README.md'), readme)

  writeFileSync(
    join(root, 'ts', 'package.json'),
    JSON.stringify({ keywords: [pick(3)], repository: `github:harbour/${name}-sdk` }),
  )
  writeFileSync(
    join(root, '.sdk', 'model', 'api', 'api-info.aontu'),
    `main: {\n  kit: {\n    info: {\n      title: "${name} API"\n      summary: "${sentence(4)}"\n      website: "https://${name}.test"\n    }\n  }\n}\n`,
  )

  function part(at: number): string {
    const link = `[${pick(at + 2)}](docs/${pick(at + 3)}.md)`
    const code = `const ${pick(at)} = await client.${pick(at + 1)}().list({ ${pick(at + 2)}: ${at} })\nconsole.log(${pick(at)}.data)`
    const rows = [1, 2, 3].map((row) => `| \`${pick(at + row)}\` | ${sentence(at + row)} |`).join('\n')
    return `\n### Part ${at}\n\n${sentence(at)} **${sentence(at + 5)}** See ${link}.\n\n\`\`\`ts\n${code}\n\`\`\`\n\n| Name | Meaning |\n| --- | --- |\n${rows}\n`
  }
}

/** In the child: builds, then prints what it took. */
async function measure(home: string, count: number): Promise<void> {
  const start = performance.now()
  const report = await buildCatalog({
    source: folderSource(join(home, 'repositories')),
    out: join(home, 'out'),
    dataDir: join(home, 'data'),
  })
  if (report.count !== count || report.outcome !== 'built') throw new Error(`${report.outcome}: ${report.count}`)
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const result: Result = {
    count,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: maxRSS / 1024,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

function run(count: number): Result {
  const home = mkdtempSync(join(tmpdir(), 'sdk-catalog-bench-'))
  try {
    for (let number = 0; number < count; number++) writeRepository(join(home, 'repositories'), number)
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'measure', home, String(count)], {
      encoding: 'utf8',
    })
    if (child.status !== 0) throw new Error(child.stderr)
    return JSON.parse(child.stdout) as Result
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const [command, ...rest] = process.argv.slice(2)
if (command === 'measure') await measure(rest[0]!, Number(rest[1]))
else {
  const counts = command === undefined ? [1000, 3000, 10_000] : [command, ...rest].map(Number)
  const results = counts.map((count) => {
    const result = run(count)
    const { seconds, cpuSeconds, peakMb } = result
    process.stdout.write(
      `${String(count).padStart(6)} repositories  ${seconds.toFixed(1).padStart(7)} s  ${cpuSeconds.toFixed(1).padStart(7)} s of processor  ${peakMb.toFixed(0).padStart(4)} MB\n`,
    )
    return result
  })
  const [first, last] = [results[0]!, results.at(-1)!]
  const exponent = Math.log(last.cpuSeconds / first.cpuSeconds) / Math.log(last.count / first.count)
  const peak = Math.max(...results.map(({ peakMb }) => peakMb))
  if (results.length > 1) process.stdout.write(`exponent ${exponent.toFixed(2)} (processor time)\n`)
  process.exitCode = peak > MAX_MB || exponent > MAX_EXPONENT ? 1 : 0
}
