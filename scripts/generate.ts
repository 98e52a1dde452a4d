/**
 * Writes the generated files that are committed: the recorded examples, the golden files of the documents, the entry for
 * the MCP registry, and the generated parts of README and docs/. Run it with `npm run generate`; the tests say when.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { requestPlot } from '../bench/requests/figures.ts'
import { EXAMPLES, type Examples, examplePlaceholders, inJson } from '../src/documents/openapi/openapi-examples.ts'
import { documentText } from '../src/documents/route.ts'
import { documents, routeTable } from '../src/rest/route-table.ts'
import type { Site } from '../src/tools/define/define.ts'
import { goldenServices } from '../test/golden/services.ts'
import { giveExamples } from './examples.ts'
import { generatedProjectDocs, requestFigures } from './project-docs.ts'
import { registryEntry } from './registry-entry.ts'

const ROOT = new URL('../', import.meta.url)

export interface Generated {
  file: URL
  content: string
}

/** Where the golden file of a document is: `/.well-known/x/y.json` -> `test/golden/well-known/x/y.json`. */
const goldenFile = (path: string): URL => new URL(`test/golden${path.replace('/.', '/')}`, ROOT)

/** What the documents' examples are made from; the documents read it, so it is written first. */
export async function generatedExamples(): Promise<Generated> {
  const examples = await giveExamples()
  return { file: EXAMPLES, content: recordOf(examples, goldenServices().site) }
}

/** The record to keep of examples that a site gave. */
function recordOf(examples: Examples, site: Site): string {
  let json = Object.entries(examples)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  for (const [placeholder, value] of examplePlaceholders(site)) json = json.replaceAll(inJson(value), () => placeholder)
  return json
}

/** A document that changes with the day has no golden file, nor has one in the notation of another. */
export function generatedFiles(): Generated[] {
  const services = goldenServices()
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string }
  return [
    ...documents
      .filter(({ path, cacheability }) => cacheability !== 'none' && path !== '/openapi.yaml')
      .map((document) => ({
        file: goldenFile(document.path.replace('{brand}', services.site.brand)),
        content: documentText(document, services, routeTable),
      })),
    { file: new URL('docs/request-costs.svg', ROOT), content: requestPlot(requestFigures()) },
    { file: new URL('server.json', ROOT), content: `${JSON.stringify(registryEntry(version), null, 2)}\n` },
  ]
}

function write({ file, content }: Generated): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, content)
}

if (import.meta.main) {
  write(await generatedExamples())
  for (const generated of generatedFiles()) write(generated)
  for (const generated of await generatedProjectDocs()) write(generated)
}
