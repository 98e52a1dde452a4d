/** kill -9 at any moment of a build: the catalogue in place is one of the two, whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { buildCatalog } from '../../src/builder/build-catalog.ts'
import { folderSource } from '../../src/builder/sources/folders.ts'
import { checkDirectory } from '../../src/store/loading/check.ts'
import { REPOSITORIES } from '../builder/fixtures.ts'
import { textsOf } from '../builder/texts-of.ts'
import { load } from '../embedded.ts'
import { scratch } from '../scratch.ts'

const FOREVER = fileURLToPath(new URL('../builder/build-forever.ts', import.meta.url))

/** Steps of the builder after which it is killed: within one build, between two, many builds on. */
const KILLED_AFTER = [2, 13, 40]

it('a build that is killed at any moment leaves a whole catalogue, and the next build succeeds', async () => {
  const home = scratch()
  const [out, dataDir] = [join(home, 'catalog'), join(home, 'data')]
  const build = (topic: string) =>
    buildCatalog({
      source: folderSource(REPOSITORIES),
      out,
      dataDir,
      texts: textsOf({ slug: 'tide-tables-sdk', topics: [topic] }),
      builtAt: new Date(0),
    })
  const ids = [(await build('odd')).id, (await build('even')).id]

  for (const steps of KILLED_AFTER) {
    const builder = spawn(process.execPath, [FOREVER, REPOSITORIES, out, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let seen = 0
    builder.stdout.on('data', (dots: Buffer) => {
      seen += dots.length
      if (seen >= steps) builder.kill('SIGKILL')
    })
    await once(builder, 'close')
    expect(builder.signalCode).toBe('SIGKILL')
    expect(ids).toContain((await load(out)).id)
  }

  const last = await build('last')
  expect(last.outcome).toBe('built')
  expect(checkDirectory(out)).toEqual({ problems: [], count: last.count, id: last.id })
  expect(
    readdirSync(home)
      .filter((name) => name !== 'catalog.older')
      .sort(),
  ).toEqual(['catalog', 'data'])
  expect(readdirSync(dataDir)).toEqual(['derived.db'])
  expect((await load(out)).builds?.[0]).toMatchObject({ id: ids[0], previous: null })
})
