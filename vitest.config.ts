import { defineConfig } from 'vitest/config'

const slow = ['test/fuzz/**', 'test/bench/**']

// `npm test` runs the quick tests; a path after `--` (test/bench) runs those that take minutes.
const asked = process.argv.some(argument => /^(\.\/)?test\/(fuzz|bench)\b/.test(argument))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: asked ? [] : slow,
    globalSetup: ['test/kit/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
