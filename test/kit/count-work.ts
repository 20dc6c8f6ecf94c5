import { type Profiler, Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { sampleHeap } from './sample-heap.ts'

export interface WorkCount {
  /** The number of runs of functions and blocks in the shop's code. */
  steps: number
  /** The bytes allocated in V8's heap, estimated by its sampling. */
  bytes: number
}

// A busy machine collects garbage at other times. V8 then dropped the code of functions, compiled them again with
// counters for their blocks, and counted more steps of the same work. Only functions compiled after this line have such
// counters from the beginning, so a test imports them later, by `await import`.
setFlagsFromString('--no-flush-bytecode')
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Counts the cost of synchronous work, which does not depend on how busy the machine is. */
export function countWork(work: () => unknown): WorkCount {
  // The first run creates objects that later runs reuse.
  work()
  // Optimized code allocates less, and the time when V8 optimizes depends on the machine.
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
