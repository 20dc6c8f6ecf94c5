import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { reporters } from './test/kit/counting-reporter.ts'

const slow = ['drills/fuzz/**', 'drills/bench/**', 'drills/faults/**', '**/*.slow.test.ts']

// `npm test` runs the quick tests; a path after `--` (drills/bench, or a part of a name: .slow.) runs those that take
// minutes.
const asked = process.argv.some(argument => /^(\.\/)?drills\/(fuzz|bench|faults)\b|\.slow\./.test(argument))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'drills/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: asked ? [] : slow,
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/draws/draws.ts'],
    reporters: reporters(),
    pool: 'forks',
    // The quick ones share what a worker has imported: reading it again for each file was a third of all work.
    isolate: asked,
    // They wait for processes and intervals about as long as they compute.
    maxWorkers: availableParallelism() * 2,
    // What hangs is ended; a busy machine is only slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
