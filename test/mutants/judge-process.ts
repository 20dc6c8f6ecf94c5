import path from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { Question, Verdict } from './judge.ts'

// Keeps one vitest for many mistakes: what did not change is read and transformed once. Started by `judge.ts` in the
// copy.

const dir = process.cwd()
const { default: usual } = await import(path.join(dir, 'vitest.config.ts'))
const vitest = await createVitest(
  'test',
  {
    ...usual.test,
    exclude: [],
    root: dir,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    // A file that was transformed before its mistake came must not be found again.
    fsModuleCache: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  { configFile: false, root: dir, cacheDir: path.join(dir, '.cache', 'vite') } as ViteUserConfig,
)
process.on('message', (question: Question) => void answer(vitest, question))
process.on('disconnect', () => process.exit())
process.send!('ready')

async function answer(vitest: Vitest, { changed, test }: Question): Promise<void> {
  for (const file of changed) vitest.invalidateFile(path.join(dir, file))
  // A failure from before counts as a failure of this run, which would be ended at once.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const begun = Date.now()
  const specification = vitest.getRootProject().createSpecification(path.join(dir, test))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  const failure =
    testModules.map(failureOf).find(Boolean) ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null)
  const verdict: Verdict = { failure, tests: countOf(testModules), durationMs: Date.now() - begun }
  process.send!(verdict)
}

function failureOf(module: TestModule): string | null {
  for (const test of module.children.allTests('failed')) {
    return `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`
  }
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) return suite.errors()[0]!.message
  }
  return module.errors()[0]?.message ?? null
}

function countOf(modules: TestModule[]): number {
  return modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0)
}
