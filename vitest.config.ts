import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { listReporters } from './test/kit/counting-reporter.ts'
import { leftOutFiles } from './test/kit/draws/left-out-files.ts'

const slow = ['drills/fuzz/**', 'drills/bench/**', 'drills/faults/**', '**/*.slow.test.ts']

// Files share what their worker has imported: importing the shop takes more than four seconds of processor time.
//
// `npm test` runs the quick tests; a path after `--` (drills/bench, or a part of a name: .slow.) runs those that take
// minutes.
const asked = process.argv.some(argument => /^(\.\/)?drills\/(fuzz|bench|faults)\b|\.slow\./.test(argument))

// The run of all slow tests leaves out some of them; a run of named files has them all.
const leftOut = process.argv.includes('.slow.') ? leftOutFiles() : []
if (leftOut.length > 0) {
  process.stdout.write(`Left out of this run (WARUNG_CRASHES=1 runs all):\n`)
  for (const file of leftOut) process.stdout.write(`  ${file}\n`)
}

// Slow tests that count the work or the memory of their own process, compile sources themselves or replace modules have
// a process each.
const alone = [
  'drills/bench/**/*.test.ts',
  'drills/faults/**/*.test.ts',
  'test/fields/invented-fields.slow.test.ts',
  'test/lib/patterns.slow.test.ts',
  '**/linear-*.slow.test.ts',
]
const include = ['test/**/*.test.ts', 'drills/**/*.test.ts', 'packages/*/test/**/*.test.ts']

// Node itself loads the quick tests and strips their types, as it does when the shop runs: Vite's runner rewrites each
// import to a look-up of a property, which costs an eighth of their processor time. It remains where a test replaces
// modules.
const byNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Most objects of a test live for milliseconds: with the usual sixteen megabytes for new ones, a tenth of the time
  // goes into moving them.
  execArgv: ['--max-semi-space-size=64'],
}

export default defineConfig({
  test: {
    ...(asked
      ? {
          projects: [
            { extends: true, test: { name: 'shared', include, exclude: [...alone, ...leftOut], isolate: false } },
            { extends: true, test: { name: 'alone', include: alone, exclude: leftOut, isolate: true } },
          ],
        }
      : { include, exclude: slow, isolate: false, ...byNode }),
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: [...(asked ? [] : ['test/kit/loader-setup.ts']), 'test/kit/draws/draws.ts'],
    reporters: listReporters(),
    pool: 'forks',
    // They wait for processes and intervals about as long as they compute.
    maxWorkers: availableParallelism() * 2,
    // What hangs is ended; a busy machine is only slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
