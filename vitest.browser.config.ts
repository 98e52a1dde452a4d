import { defineConfig } from 'vitest/config'

/** The suite that needs Chromium; `npm test` leaves it out. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'test/setup.ts',
    // One browser at a time: two would compete for the machine and wait for each other's answers.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
