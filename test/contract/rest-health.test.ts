/** Section 4.6, as a program meets it: the health of the service. */
import { describe, expect } from 'vitest'
import { BASE_URL } from '../app.ts'
import { app, catalogue, json } from './catalogue.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

describe('health', () => {
  verifies(
    ['health.always-ok', 'health.no-other-members', 'health.status-ok', 'health.names-service', 'health.version'],
    'answers 200 with status, service and version',
    async () => {
      const answer = await app.request('/api/health')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const body = await answer.json()
      expect(violations('HealthStatus', body)).toEqual([])
      expect(body).toMatchObject({ status: 'ok', service: 'SDK Catalogue', version: '0.0.0-test' })
    },
  )

  verifies(['health.sdk-count', 'health.links'], 'counts the SDKs and links to the entry points', async () => {
    expect(await json('/api/health')).toMatchObject({
      sdk_count: catalogue.count,
      links: {
        openapi: `${BASE_URL}/openapi.json`,
        mcp: `${BASE_URL}/mcp`,
        llms_txt: `${BASE_URL}/llms.txt`,
        developers: `${BASE_URL}/developers`,
      },
    })
  })
})
