import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { failureCode, networkFailure } from '../../src/system/network-failure.ts'
import { closedPort } from '../inbox/support/receivers.ts'

const failing = (code?: string, message = '') =>
  Object.assign(new TypeError('fetch failed'), { cause: { code, message } })

test.each([
  [failing('ENOTFOUND'), 'its name was not found (ENOTFOUND)'],
  [failing('UND_ERR_CONNECT_TIMEOUT'), 'it timed out (UND_ERR_CONNECT_TIMEOUT)'],
  [new DOMException('', 'TimeoutError'), 'it timed out (TimeoutError)'],
  [failing('DEPTH_ZERO_SELF_SIGNED_CERT'), 'its certificate is not valid here (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  [failing('ECONNRESET'), 'the connection was closed (ECONNRESET)'],
  [failing('EHOSTUNREACH'), 'no route leads there (EHOSTUNREACH)'],
  [failing(undefined, 'bad port'), 'bad port'],
  [failing('EPERM'), 'EPERM'],
])('%# a failure of fetch is put into words', (error, words) => expect(networkFailure(error)).toBe(words))

test.each([
  [failing('ECONNREFUSED'), 'ECONNREFUSED'],
  [Object.assign(new Error('no space'), { code: 'ENOSPC' }), 'ENOSPC'],
  [new DOMException('', 'TimeoutError'), 'TimeoutError'],
  [failing(), 'TypeError'],
])('%# a failure has a code', (error, code) => expect(failureCode(error)).toBe(code))

test('those of the fetch that runs here too', async () => {
  const plain = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void plain.close())
  const failureOf = (url: string) => fetch(url).then(String, networkFailure)
  expect(await failureOf(`http://127.0.0.1:${await closedPort()}`)).toBe('the connection was refused (ECONNREFUSED)')
  expect(await failureOf('http://127.0.0.1:1')).toBe('bad port')
  const { port } = plain.address() as AddressInfo
  expect(await failureOf(`https://127.0.0.1:${port}`)).toMatch(/^it does not speak TLS \(/)
})
