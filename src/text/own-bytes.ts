/**
 * The text in UTF-8, in memory of its own. What is kept has to be: a small Buffer is a slice of a shared 64 KB pool, and
 * keeping it keeps the pool.
 */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
