/** Keys to sign a catalogue with, as CATALOG_PUBLIC_KEY and --sign take them. */
import { generateKeyPairSync } from 'node:crypto'

export function keys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
