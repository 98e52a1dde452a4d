import { expect, test, vi } from 'vitest'
import { nginxMissing } from './nginx.ts'

test('on a machine without nginx, the benchmark says why it leaves it out', () => {
  vi.stubEnv('PATH', '')
  expect(nginxMissing()).toMatch(/not installed|Linux/)
  vi.unstubAllEnvs()
})
