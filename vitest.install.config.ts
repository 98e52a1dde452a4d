import { defineConfig } from 'vitest/config'
import config, { INSTALLS } from './vitest.config.ts'

/** Tests that install packages: the packed service on several versions of Node, and SDKs as the proof runs them. */
export default defineConfig({ test: { ...config.test, include: INSTALLS, exclude: [] } })
