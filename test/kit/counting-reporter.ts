import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Returns the usual reporter and, if TEST_COUNTS names a file, one that appends a line for each run: the tests that
 * passed, failed and were skipped. The last line of `.ci/run` is their sum.
 */
export function listReporters(): (string | Reporter)[] {
  const file = process.env.TEST_COUNTS
  // Runs that a test starts are not counted.
  delete process.env.TEST_COUNTS
  if (!file) return ['default']
  const onTestRunEnd: Reporter['onTestRunEnd'] = (modules, errors) => {
    fs.appendFileSync(file, `${countTests(modules, errors.length).join(' ')}\n`)
  }
  return ['default', { onTestRunEnd }]
}

// A file that cannot be loaded, and an error outside of all tests, count as failed tests.
function countTests(modules: readonly TestModule[], errors: number): [passed: number, failed: number, skipped: number] {
  const states = modules.flatMap(module => [...module.children.allTests()].map(test => test.result().state))
  const broken = modules.filter(module => module.errors().length > 0).length
  const count = (state: string) => states.filter(other => other === state).length
  return [count('passed'), count('failed') + broken + errors, count('skipped')]
}
