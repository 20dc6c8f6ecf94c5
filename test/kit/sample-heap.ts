import { type HeapProfiler, Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--sampling-heap-profiler-suppress-randomness')
const session = new Session()
session.connect()

/** Starts to sample V8's heap. The returned function stops it, and returns the estimated number of allocated bytes. */
export function sampleHeap(): () => number {
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  session.post('HeapProfiler.startSampling', { samplingInterval: 4_096, ...collected })
  return () => {
    let bytes = 0
    session.post('HeapProfiler.stopSampling', (_error, answer) => {
      bytes = sizeOf(answer.profile.head)
    })
    return bytes
  }
}

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}
