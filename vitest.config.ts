import { defineConfig } from 'vitest/config'

/** Take as long as all others together; `npm run test:install` runs them. */
export const INSTALLS = ['test/e2e/{package,upgrade}.test.ts', 'test/prove/{mutations,prove}.test.ts']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...INSTALLS, '**/node_modules/**'],
    globalSetup: 'test/setup.ts',
    // The default leaves a core idle, which on two cores is half of them.
    maxWorkers: '100%',
    // Loading every module and the catalogue anew for each file is a quarter of the time; no file leaves state behind.
    isolate: false,
    // Some suites start real processes and servers, which on a busy machine takes many times as long as on a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
