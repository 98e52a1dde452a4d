/** catalog publish: packs a built catalogue into one archive, to a file, by PUT to a URL, or into PostgreSQL. */
import { createPrivateKey, randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { packCatalog } from '../../follow/archive.ts'
import { isPostgres, publishBuild } from '../../follow/postgres-source.ts'
import { checkDirectory } from '../../store/loading/check.ts'
import { networkFailure } from '../../system/network-failure.ts'
import { failUnlessBuilt } from '../load-services.ts'
import { fail, type OutputOptions, printResult } from '../output.ts'

interface PublishOptions extends OutputOptions {
  to: string
  sign?: string
}

export async function publishCommand(directory: string, { to, sign, ...output }: PublishOptions): Promise<void> {
  failUnlessBuilt(directory)
  const { problems, id, count } = checkDirectory(directory)
  if (problems.length > 0) fail(`${directory} breaks a rule: ${problems[0]}; "catalog check" shows all.`)
  const archive = packCatalog(directory, sign === undefined ? undefined : keyIn(sign))
  if (isPostgres(to)) await store(to, id!, archive)
  else await (/^https?:\/\//.test(to) ? put(to, await buffer(archive)) : write(to, archive))
  printResult(
    output,
    { id, count, to: withoutSecrets(to), signed: sign !== undefined },
    () => `Published the catalogue of ${count} SDKs (id ${id!.slice(0, 12)}) to ${withoutSecrets(to)}.`,
  )
}

function keyIn(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    if (createPrivateKey(pem).asymmetricKeyType !== 'ed25519') throw new Error('another kind of key')
    return pem
  } catch {
    return fail(`${file} holds no Ed25519 private key in PEM; make one with "openssl genpkey -algorithm ed25519".`)
  }
}

/** A reader sees the old or the new archive. */
async function write(file: string, archive: NodeJS.ReadableStream): Promise<void> {
  const staged = `${file}.${randomUUID()}`
  try {
    await pipeline(archive, createWriteStream(staged, { flags: 'wx' }))
    renameSync(staged, file)
  } catch (error) {
    rmSync(staged, { force: true })
    fail(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function put(url: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/gzip' }
  const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) }).catch((error: Error) =>
    fail(`${withoutSecrets(url)} cannot be reached: ${networkFailure(error)}.`),
  )
  if (!response.ok) fail(`${withoutSecrets(url)} refused the archive (status ${response.status}).`)
}

const store = (url: string, id: string, archive: AsyncIterable<Buffer>): Promise<void> =>
  publishBuild(url, id, archive).catch((error: NodeJS.ErrnoException) =>
    fail(`${withoutSecrets(url)} did not take the build: ${error.message || error.code}.`),
  )

/** The query of a presigned URL is a secret, and so is the password of a database. */
const withoutSecrets = (place: string): string => place.replace(/\?.*$/, '').replace(/\/\/[^/@]*@/, '//')
