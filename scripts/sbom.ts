/**
 * Prints the bill of materials of the package (CycloneDX): `npm run --silent sbom`. With `--omit=dev`, npm leaves out
 * what packages for development use too, such as zod, so it gets a lock file without these.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface LockFile {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const { devDependencies: _, ...manifest } = read('package.json')
const lock: LockFile = read('package-lock.json')
delete lock.packages['']!.devDependencies
const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev))

const place = mkdtempSync(join(tmpdir(), 'sdk-catalog-sbom-'))
try {
  // npm names the root component after its folder.
  const folder = join(place, manifest.name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], { cwd: folder, stdio: 'inherit' })
} finally {
  rmSync(place, { recursive: true })
}
