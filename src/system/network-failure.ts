/** Why fetch failed, in words for people; its own error says "fetch failed". */

const WORDS: readonly [codes: RegExp, words: string][] = [
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name was not found'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^E(HOST|NET)UNREACH$/, 'no route leads there'],
  [/TIME_?D?OUT|^TimeoutError$/, 'it timed out'],
  [/HEADERS_OVERFLOW/, 'its headers are too long'],
  [/CERT|LEAF_SIGNATURE/, 'its certificate is not valid here'],
  [/SSL|^EPROTO$/, 'it does not speak TLS'],
]

/** @param error of fetch. @returns a clause, with the code of the system where there is one */
export function networkFailure(error: Error): string {
  const { code, message } = (error.cause ?? {}) as NodeJS.ErrnoException
  const name = code ?? error.name
  const words = WORDS.find(([codes]) => codes.test(name))?.[1]
  // Without a code it is a rule of fetch, such as "bad port".
  return words ? `${words} (${name})` : (code ?? message ?? name)
}

/** The code of the system or of zlib, such as ECONNREFUSED or Z_DATA_ERROR, else the name of the error. */
export function failureCode(error: Error): string {
  const { cause, code, name } = error as NodeJS.ErrnoException
  const codes = [(cause as NodeJS.ErrnoException | undefined)?.code, code]
  // That of a DOMException, such as TimeoutError, is a number.
  return codes.find((known) => typeof known === 'string') ?? name
}
