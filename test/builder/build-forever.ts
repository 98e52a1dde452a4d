/** Builds two catalogues in turn until it is killed: `node build-forever.ts REPOSITORIES OUT DATA`. A dot for each step. */
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { textsOf } from './texts-of.ts'

const [from, out, dataDir] = process.argv.slice(2) as [string, string, string]
const tick = () => void process.stdout.write('.')

for (let round = 0; ; round++) {
  const texts = textsOf({ slug: 'tide-tables-sdk', topics: [round % 2 === 0 ? 'even' : 'odd'] })
  await buildCatalog({ source: folderSource(from), out, dataDir, texts, builtAt: new Date(0), progress: tick })
  tick()
}
