import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** What takes a second of CPU or more: processes, servers, builds, whole corpora and long properties. `npm test` runs it. */
const SLOW = [
  'test/{bench,builder,e2e,evals,follow,fuzz,prove}/**',
  'test/catalog/rank/vocabulary.test.ts',
  'test/catalog/readme/{document,html,language}.test.ts',
  'test/catalog/search/exact.test.ts',
  'test/catalog/store/{check,search-index,watch,watch-app}.test.ts',
  'test/config.test.ts',
  'test/contract/{messages-table,openapi-fuzz,rest-catalogue}.test.ts',
  'test/mcp/plain-words.test.ts',
  'test/server/{answer-store,refusals}.test.ts',
  'test/tools/{budget,linear-time}.test.ts',
]

export default mergeConfig(config, defineConfig({ test: { exclude: SLOW } }))
