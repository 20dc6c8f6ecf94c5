import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { readSeconds, secondsFile } from './draws/left-out-files.ts'

/**
 * Returns the usual reporter and one of our own. If TEST_COUNTS names a file, it appends a line for each run: the tests
 * that passed, failed and were skipped. The last line of `.ci/run` is their sum. With RECORD_SECONDS, it records how
 * long each slow test file took (`draws/left-out-files.ts`).
 */
export function listReporters(): (string | Reporter)[] {
  const { TEST_COUNTS: file, RECORD_SECONDS: records } = process.env
  // Runs that a test starts are neither counted nor recorded.
  delete process.env.TEST_COUNTS
  delete process.env.RECORD_SECONDS
  const onTestRunEnd: Reporter['onTestRunEnd'] = (modules, errors) => {
    if (file) fs.appendFileSync(file, `${countTests(modules, errors.length).join(' ')}\n`)
    if (records) recordSeconds(modules)
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

function recordSeconds(modules: readonly TestModule[]): void {
  const slow = modules.filter(({ relativeModuleId }) => relativeModuleId.endsWith('.slow.test.ts'))
  const took = slow.map(module => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1000)] as const)
  const kept = Object.entries(readSeconds()).filter(([name]) => fs.existsSync(name))
  const seconds = Object.fromEntries(
    [...new Map([...kept, ...took])].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  fs.writeFileSync(secondsFile, `${JSON.stringify(seconds, null, 2)}\n`)
}
