/** Whoever gets the image or the bundle gets the licence of each run-time component with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface LockFile {
  packages: Record<string, { version: string; optional?: boolean }>
}

/** In a file of its own, or at the end of the README, as pg-types and pgpass have it. */
function hasLicence(folder: string): boolean {
  return readdirSync(folder).some(
    (name) =>
      /^(licen[cs]e|copying)/i.test(name) ||
      (/^readme/i.test(name) &&
        /permission is hereby granted|apache license/i.test(readFileSync(join(folder, name), 'utf8'))),
  )
}

test('every run-time component comes with the text of its licence', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const components = new Set(billOfMaterials().map(({ ref }) => ref))
  const installed = Object.keys(packages).filter((path) => {
    if (!components.has(`${path.split('node_modules/').at(-1)}@${packages[path]!.version}`)) return false
    // An optional program for another platform is not installed.
    return !packages[path]!.optional || readable(join(ROOT, path))
  })
  expect(installed.length).toBeGreaterThan(50)
  // The program of a platform, such as resvg-js-linux-x64-gnu, is a part of the package that it is named after.
  const wholes = installed.map((path) => installed.find((whole) => path.startsWith(`${whole}-linux-`)) ?? path)
  expect(wholes.filter((path) => !hasLicence(join(ROOT, path)))).toEqual([])
})

function readable(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
