/** Section 4.6, as a program meets it: the health of the service. */
import { expect } from 'vitest'
import { BASE_URL } from '../app.ts'
import { app, catalogue } from './catalogue.ts'
import { violations } from './schemas.ts'
import { verifies } from './verifies.ts'

verifies(
  [
    ['health.always-ok', 'health.no-other-members', 'health.status-ok', 'health.names-service', 'health.version'],
    ['health.sdk-count', 'health.links'],
  ],
  'the health check answers 200 with status, service, version and number of SDKs, and links to the entry points',
  async () => {
    const answer = await app.request('/api/health')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = await answer.json()
    expect(violations('HealthStatus', body)).toEqual([])
    expect(body).toEqual({
      ...{ status: 'ok', service: 'SDK Catalogue', version: '0.0.0-test', sdk_count: catalogue.count },
      links: {
        openapi: `${BASE_URL}/openapi.json`,
        mcp: `${BASE_URL}/mcp`,
        llms_txt: `${BASE_URL}/llms.txt`,
        developers: `${BASE_URL}/developers`,
      },
    })
  },
)
