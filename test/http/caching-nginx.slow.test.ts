/** The pairs of shared-cache.test.ts through nginx, whose cache keys by Vary too. */
import { expect, test } from 'vitest'
import { startService } from '../e2e/service.ts'
import { hasNginx } from '../follow/nginx.ts'
import { compareThroughNginx } from './caching-nginx.ts'

test.runIf(hasNginx)('nginx gives random clients from its cache what the service would have given them', async () => {
  const service = await startService({ CATALOG_DIR: '' })
  const { hits, wrong } = await compareThroughNginx(service.port, 1_500, 1)
  await service.stop()
  expect(wrong).toEqual([])
  expect(hits).toBeGreaterThan(100)
})
