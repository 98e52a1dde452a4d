/**
 * The signature of a published catalogue: Ed25519 over its manifest, whose id is a hash over all other files. It is kept
 * beside the manifest, so that a catalogue is verified again each time it is loaded.
 */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { InvalidCatalog, MANIFEST_FILE, readBytes, SIGNATURE_FILE } from './catalog-files.ts'

/** @param key an Ed25519 private key in PEM */
export const signatureOf = (manifest: Buffer, key: string): Buffer => sign(null, manifest, createPrivateKey(key))

/** @param base64 an Ed25519 public key as SubjectPublicKeyInfo. @throws Error for anything else */
export function publicKeyOf(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('it is no Ed25519 key')
  return key
}

/** Names a key in few characters. @param base64 a public key */
export const fingerprint = (base64: string): string => hash('sha256', base64, 'base64url')

/**
 * Why the manifest is not to be trusted; undefined if the signature is that of the key.
 * @param publicKey in base64
 */
export function distrust(manifest: Buffer, signature: Buffer | undefined, publicKey: string): string | undefined {
  if (!signature) return 'it has no signature'
  if (!verify(null, manifest, publicKeyOf(publicKey), signature)) return NOT_OF_KEY
  return undefined
}

const NOT_OF_KEY = 'its signature is not that of CATALOG_PUBLIC_KEY'

/** The rest is held against the id of the manifest when it is loaded. @throws InvalidCatalog */
export function requireSignature(directory: string, publicKey: string): void {
  const read = (name: string) => readBytes(directory, name, () => {})
  const manifest = read(MANIFEST_FILE)
  const why = manifest && distrust(manifest, read(SIGNATURE_FILE), publicKey)
  if (why) throw new InvalidCatalog(why)
}
