/** The run-time components, as `npx node scripts/sbom.ts` prints them. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Component {
  'bom-ref': string
  licenses?: object[]
}

/** Of each component its name and version, such as "zod@4.1.0", and its licences. */
export function billOfMaterials() {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const
  const { components }: { components: Component[] } = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.ts'], options),
  )
  return components.map(({ 'bom-ref': ref, licenses = [] }) => ({ ref, licences: licenses }))
}
