import inspector from 'node:inspector/promises'

/** The share of a process's busy time in a part of the program itself, without the functions that it calls. */
export interface TimeShare {
  part: string
  share: number
}

const sampleEveryUs = 500
const partsShown = 12

/** Profiles this process until the returned function is called. */
export async function startProfile(): Promise<() => Promise<TimeShare[]>> {
  const session = new inspector.Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return partsOf(profile)
  }
}

function partsOf(profile: inspector.Profiler.Profile): TimeShare[] {
  const partOfNode = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const hits = new Map<string, number>()
  for (const sample of profile.samples ?? []) {
    const part = partOfNode.get(sample)!
    if (part !== '(idle)') hits.set(part, (hits.get(part) ?? 0) + 1)
  }
  const busy = [...hits.values()].reduce((sum, count) => sum + count, 0)
  return [...hits]
    .map(([part, count]) => ({ part, share: count / busy }))
    .sort((one, other) => other.share - one.share)
    .slice(0, partsShown)
}

/** Returns the part: a package, a top folder of ours, a module of Node, a function of the engine, or its own work. */
function partOf({ url, functionName }: inspector.Runtime.CallFrame): string {
  if (functionName === '(program)') return 'system calls, engine'
  if (functionName === '(garbage collector)') return 'garbage'
  if (url === '') return functionName.startsWith('(') ? functionName : `built-in ${functionName}`
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage) return inPackage
  return /\/((?:src|bot|test)\/[^/]+)/.exec(url)?.[1] ?? url
}
