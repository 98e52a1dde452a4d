import { defineConfig, type TestUserConfig } from 'vitest/config'

/** The suites, by the names of files alone: `vitest run --mode NAME`. */
const SUITES: Readonly<Record<string, TestUserConfig>> = {
  /** `npm test`: what needs no process, no build and no long property. */
  test: { include: ['test/**/*.test.ts'], exclude: ['test/e2e/**', '**/*.slow.test.ts'] },
  /** What `npm test` leaves out; `npm run test:all` runs both. */
  slow: { include: ['test/e2e/**/*.test.ts', 'test/**/*.slow.test.ts'] },
  /** For single files of either. */
  all: { include: ['test/**/*.test.ts'] },
  /** Needs the npm registry: the packed service on several versions of Node, and SDKs as the proof installs them. */
  install: { include: ['test/**/*.install.ts'] },
  /** Needs Chromium. */
  browser: { include: ['test/browser/**/*.browser.ts'], globalSetup: ['test/setup.ts', 'test/browser/setup.ts'] },
}

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: 'test/setup.ts',
    ...SUITES[mode],
    reporters: ['dot'],
    // The default leaves a core idle, which on two cores is half of them.
    maxWorkers: '100%',
    // Loading every module and the catalogue anew for each file is a quarter of the time; no file leaves state behind.
    isolate: false,
    // Node strips the types itself and keeps what it compiled, at two thirds of the processor time of Vite.
    experimental: { viteModuleRunner: false },
    // Some suites start real processes and servers, which on a busy machine takes many times as long as on a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
}))
