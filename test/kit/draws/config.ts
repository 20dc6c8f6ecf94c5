import { defineConfig } from 'vitest/config'
import usual from '../../../vitest.config.ts'

/** The usual test configuration, with one test that fails. */
export default defineConfig({ ...usual, test: { ...usual.test, include: ['test/kit/draws/failing.ts'], exclude: [] } })
