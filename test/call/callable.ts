/** A built catalogue with one SDK whose server is a stand-in. */
import type { OperationsFile, Point } from '../../src/catalog/record/facts.ts'
import { buildDirectory, RECORDS } from '../builder/built.ts'
import { tides } from '../code/records.ts'
import { scratch } from '../scratch.ts'

export const KEY = 'the-key-of-the-tides'
export const VARIABLE = 'SEA_TIDES_APIKEY'

const id = { name: 'id', in: 'path', required: true, example: 'brest' } as const
const points: Record<'list' | 'load' | 'create', Point[]> = {
  list: [
    { method: 'GET', path: '/tides', parameters: [{ name: 'limit', in: 'query', type: 'integer' }] },
    { method: 'GET', path: '/places/{id}/tides', parameters: [id], select: { names: ['id'] } },
  ],
  load: [{ method: 'GET', path: '/tides/{id}', parameters: [id] }],
  create: [
    { method: 'POST', path: '/tides', parameters: [{ name: 'height', in: 'body', type: 'number', required: true }] },
  ],
}

export function callableCatalog(server: string): string {
  const slug = 'sea-tides-sdk'
  const ops = ['list', 'load', 'create'] as const
  const record = tides({
    servers: [{ url: server }],
    auth: { scheme: 'apiKey', needed: 'sometimes', in: 'header', name: 'X-Key', env: VARIABLE, pass: 'headers' },
    entities: [{ name: 'tide', ops: [...ops] }],
    first_call: { ...tides().first_call!, entity: 'tide' },
    needs: ['when is high tide'],
  })
  const entities = [{ name: 'tide', operations: ops.map((op) => ({ op, points: points[op] })) }]
  const operations: OperationsFile = { format: 1, slug, entities }
  return buildDirectory(scratch(), {
    records: [RECORDS[0], record],
    readmes: { 'two-sdk': null, [slug]: '# Sea Tides\n' },
    operations: { [slug]: operations },
  })
}
