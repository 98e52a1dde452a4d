import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The default leaves a core idle, which on two cores is half of them.
    maxWorkers: '100%',
    // Loading every module and the catalogue anew for each file is a quarter of the time; no file leaves state behind.
    isolate: false,
    // Real processes and servers are started in some suites; the default of 5 s is short on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
