/**
 * Prints the bill of materials of the package (CycloneDX): `npx node scripts/sbom.ts`. With `--omit=dev`, npm leaves out
 * what packages for development use too, such as zod, so it gets a lock file without these. OpenTelemetry counts as a
 * dependency, because the image has it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const { devDependencies: _, peerDependencies, peerDependenciesMeta: __, ...manifest } = packageJson
Object.assign(manifest.dependencies, peerDependencies)

const place = mkdtempSync(join(tmpdir(), 'sdk-catalog-sbom-'))
try {
  // npm names the root component after its folder.
  const cwd = join(place, manifest.name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
  cpSync(join(ROOT, 'package-lock.json'), join(cwd, 'package-lock.json'))
  // Removes from the lock file what nothing needs now.
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts'], { cwd, stdio: 'ignore' })
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], { cwd, stdio: 'inherit' })
} finally {
  rmSync(place, { recursive: true })
}
