import { expect, test } from 'vitest'
import { descriptorWatch } from '../../src/system/descriptors.ts'

test('exhausted descriptors are reported once, and once when there are some again', async () => {
  const reported: (string | undefined)[] = []
  let code: string | undefined
  const look = descriptorWatch(
    (code) => reported.push(code),
    async () => {
      if (code) throw Object.assign(new Error(code), { code })
      return { close: async () => {} }
    },
  )
  for (const next of [undefined, 'EMFILE', 'EMFILE', undefined, undefined, 'ENOENT', 'ENFILE']) {
    code = next
    await look()
  }
  expect(reported).toEqual(['EMFILE', undefined, 'ENFILE'])
})
