import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The default leaves a core idle, which on two cores is half of them.
    maxWorkers: '100%',
    // Real processes and servers are started in some suites; the default of 5 s is short on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
