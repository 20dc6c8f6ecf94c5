import path from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import type { Progress, TestRun, Verdict } from './judge.ts'

// Keeps one vitest for many mutants, so that unchanged files are read and transformed once. `judge.ts` starts it in the
// copy.

const dir = process.cwd()
/** How many times longer than on a quiet machine a test may take. */
const slowness = Number(process.env.MUTANTS_SLOWNESS ?? '1')
const tell = (progress: Progress) => process.send!(progress)
const nameOf = (moduleId: string) => path.relative(dir, moduleId).split(path.sep).join('/')

/** Whether the run is over, so that later reports belong to tests that were not started. */
let isOver = false
const reporter: Reporter = {
  onTestModuleEnd(module) {
    isOver ||= module.state() === 'failed'
    if (!isOver) tell({ passed: nameOf(module.moduleId), durationMs: module.diagnostic().duration })
  },
}

/** The requested order, which begins with the tests that are most likely to fail. */
class AsAsked {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

const { default: usual } = await import(path.join(dir, 'vitest.config.ts'))
const vitest = await createVitest(
  'test',
  {
    ...usual.test,
    setupFiles: [...usual.test.setupFiles, 'drills/mutants/watch-functions.ts'],
    exclude: [],
    root: dir,
    watch: false,
    bail: 1,
    // A single process reads once what all test files of a question import.
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: AsAsked },
    reporters: [reporter],
    // A file that was transformed before its mutation must not be reused.
    fsModuleCache: false,
    // Vite's runner reads a changed file again; Node's own loader keeps what it has read.
    experimental: { viteModuleRunner: true },
    testTimeout: 60_000 * slowness,
    hookTimeout: 60_000 * slowness,
  },
  { configFile: false, root: dir, cacheDir: path.join(dir, '.cache', 'vite') } as ViteUserConfig,
)
process.on('message', (question: TestRun) => void answer(vitest, question))
process.on('disconnect', () => process.exit())
process.send!('ready')

async function answer(vitest: Vitest, { changed, tests, patienceMs, watched }: TestRun): Promise<void> {
  for (const file of changed) vitest.invalidateFile(path.join(dir, file))
  // Otherwise an earlier failure would count as a failure of this run, and end it immediately.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  isOver = false
  process.env.WATCHED_FUNCTIONS = watched ?? ''
  const project = vitest.getRootProject()
  const patience = setTimeout(() => {
    isOver = true
    void vitest.cancelCurrentRun('test-failure')
  }, patienceMs)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map(test => project.createSpecification(path.join(dir, test))),
  )
  clearTimeout(patience)
  const outside = unhandledErrors.length > 0 ? { test: tests[0]!, why: String(unhandledErrors[0]) } : null
  tell({ failure: testModules.map(failureOf).find(failure => failure !== null) ?? outside })
}

function failureOf(module: TestModule): Verdict['failure'] {
  const test = nameOf(module.moduleId)
  for (const failed of module.children.allTests('failed')) {
    return { test, why: `${failed.fullName}: ${failed.result().errors?.[0]?.message ?? ''}` }
  }
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) return { test, why: suite.errors()[0]!.message }
  }
  const [error] = module.errors()
  return error ? { test, why: error.message } : null
}
