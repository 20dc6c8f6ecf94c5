import path from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import type { Progress, Question, Verdict } from './judge.ts'

// Keeps one vitest for many mistakes: what did not change is read and transformed once. Started by `judge.ts` in the
// copy.

const dir = process.cwd()
const tell = (progress: Progress) => process.send!(progress)
const nameOf = (moduleId: string) => path.relative(dir, moduleId).split(path.sep).join('/')

/** Whether what still comes was not begun. */
let isOver = false
const reporter: Reporter = {
  onTestModuleEnd(module) {
    isOver ||= module.state() === 'failed'
    if (!isOver) tell({ passed: nameOf(module.moduleId), durationMs: module.diagnostic().duration })
  },
}

/** The order that was asked for: the test that is most likely to notice comes first. */
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
    // One process reads what all files of a question import, once.
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: AsAsked },
    reporters: [reporter],
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

async function answer(vitest: Vitest, { changed, tests, patienceMs, watched }: Question): Promise<void> {
  for (const file of changed) vitest.invalidateFile(path.join(dir, file))
  // A failure from before counts as a failure of this run, which would be ended at once.
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
