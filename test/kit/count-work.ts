import { type Profiler, Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { sampleHeap } from './sample-heap.ts'

export interface Work {
  /** How often functions and blocks of the shop's code were run. */
  steps: number
  /** Allocated in V8's heap, as its sampling estimates it. */
  bytes: number
}

// A busy machine collects garbage at other moments. V8 then dropped the code of functions, compiled them again with
// counters for their blocks, and counted more steps of the same work. Only functions that are compiled after this have
// such counters from the beginning: a test imports what it counts later, by `await import`.
setFlagsFromString('--no-flush-bytecode')
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Counts what synchronous work costs, which is the same on a busy machine. */
export function countWork(work: () => unknown): Work {
  // The first run makes things that later ones find.
  work()
  // Optimized code allocates less, and when V8 optimizes depends on the machine.
  setFlagsFromString('--no-opt')
  try {
    return { steps: countSteps(work), bytes: countBytes(work) }
  } finally {
    setFlagsFromString('--opt')
  }
}

function countSteps(work: () => unknown): number {
  session.post('Profiler.takePreciseCoverage')
  work()
  let scripts: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (_error, answer) => {
    scripts = answer.result
  })
  const functions = scripts.filter(({ url }) => url.includes('/src/')).flatMap(script => script.functions)
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
}

function countBytes(work: () => unknown): number {
  const allocatedBytes = sampleHeap()
  work()
  return allocatedBytes()
}
