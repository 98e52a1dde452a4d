/** A self-signed certificate for the host names of an API, so that clients can speak TLS with the stub. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Certificate {
  key: string
  cert: string
  /** Path of the PEM file that clients must trust. */
  file: string
}

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/**
 * @param directory where its files are put
 * @throws Error where openssl is not installed
 */
export async function makeCertificate(directory: string, hosts: readonly string[]): Promise<Certificate> {
  const [keyFile, file] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const names = ['api-stub.invalid', ...hosts].filter((host) => isIP(host) !== 0 || HOST_NAME.test(host))
  const alternatives = names.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join(',')
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=api-stub.invalid', '-addext', `subjectAltName=${alternatives}`]
  await promisify(execFile)('openssl', [...options, ...subject, '-keyout', keyFile, '-out', file], { timeout: 30_000 })
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(file, 'utf8')])
  return { key, cert, file }
}
