/** The files of a built catalogue; read.ts says what they hold. */
export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.json.sig'
/** One record a line, sorted by slug. */
export const RECORDS_FILE = 'sdks.jsonl'
export const SEARCH_INDEX_FILE = 'search-index.bin'

/** In the order in which an archive has them. */
export const FILES: readonly string[] = [MANIFEST_FILE, SIGNATURE_FILE, RECORDS_FILE, SEARCH_INDEX_FILE]

/** Each holds one file for an entry. */
export const FOLDERS = ['readme', 'html', 'operations'] as const
