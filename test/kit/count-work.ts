import { type HeapProfiler, type Profiler, Session } from 'node:inspector'

export interface Work {
  /** How often functions and blocks of the shop's code were run. */
  steps: number
  /** Allocated in V8's heap, as its sampling estimates it. */
  bytes: number
}

/** Counts what synchronous work costs, which is the same on a busy machine. */
export function countWork(work: () => unknown): Work {
  return { steps: countSteps(work), bytes: countBytes(work) }
}

function countSteps(work: () => unknown): number {
  using session = openSession()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // Functions that ran before have no counters until they are compiled again, in the first run.
  work()
  session.post('Profiler.takePreciseCoverage')
  work()
  let scripts: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (_error, answer) => {
    scripts = answer.result
  })
  session.post('Profiler.stopPreciseCoverage')
  const functions = scripts.filter(({ url }) => url.includes('/src/')).flatMap(script => script.functions)
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
}

function countBytes(work: () => unknown): number {
  using session = openSession()
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  session.post('HeapProfiler.startSampling', { samplingInterval: 4_096, ...collected })
  work()
  let head: HeapProfiler.SamplingHeapProfileNode | undefined
  session.post('HeapProfiler.stopSampling', (_error, answer) => {
    head = answer.profile.head
  })
  return head ? sizeOf(head) : 0
}

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}

function openSession(): Session & Disposable {
  const session = new Session()
  session.connect()
  return Object.assign(session, { [Symbol.dispose]: () => session.disconnect() })
}
