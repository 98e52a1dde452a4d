import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Files with processes, builds, whole corpora or long properties. `npm test` runs them too. */
const SLOW = [
  'test/{bench,builder,ci,e2e,evals,follow,fuzz,hardening,prove}/**',
  'test/call/every-operation.test.ts',
  'test/catalog/rank/vocabulary.test.ts',
  'test/catalog/readme/{document,excerpt,html,language}.test.ts',
  'test/catalog/search/exact.test.ts',
  'test/catalog/store/{check,search-index,watch,watch-app}.test.ts',
  'test/config.test.ts',
  'test/contract/{messages-table,openapi-fuzz,rest-catalogue,rest-csv}.test.ts',
  'test/mcp/plain-words.test.ts',
  'test/server/{answer-store,refusals}.test.ts',
  'test/site/pages.test.ts',
  'test/tools/{budget,linear-time}.test.ts',
]

export default mergeConfig(config, defineConfig({ test: { exclude: SLOW } }))
