import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const slow = ['test/fuzz/**', 'test/bench/**', 'test/faults/**']

// `npm test` runs the quick tests; a path after `--` (test/bench) runs those that take minutes.
const asked = process.argv.some(argument => /^(\.\/)?test\/(fuzz|bench|faults)\b/.test(argument))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: asked ? [] : slow,
    globalSetup: ['test/kit/global-setup.ts'],
    pool: 'forks',
    // They wait for processes and intervals about as long as they compute.
    maxWorkers: availableParallelism() * 2,
    // What hangs is ended; a busy machine is only slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
