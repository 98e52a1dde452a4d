import { expect, test } from 'vitest'
import { descriptorWatch } from '../../src/system/descriptors.ts'

test('descriptors that run out are told of once, and once that they are back', async () => {
  const told: (string | undefined)[] = []
  let code: string | undefined
  const look = descriptorWatch(
    (each) => told.push(each),
    async () => {
      if (code) throw Object.assign(new Error(code), { code })
      return { close: async () => {} }
    },
  )
  for (const next of [undefined, 'EMFILE', 'EMFILE', undefined, undefined, 'ENOENT', 'ENFILE']) {
    code = next
    await look()
  }
  expect(told).toEqual(['EMFILE', undefined, 'ENFILE'])
})
