import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'

// Records which functions of the project a test file called, and which ran while its modules were loaded. The latter
// are shared by all test files, because the next file finds the modules already loaded.

export interface WatchedTest {
  test: string
  isReading: boolean
  /** `file name`; functions without a name count as part of the one around them. */
  functions: string[]
}

const target = process.env.WATCHED_FUNCTIONS
if (target) {
  const known = globalThis as { functionWatch?: Promise<Session> }
  known.functionWatch ??= watch()
  const session = await known.functionWatch
  const write = async (isReading: boolean) => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const functions = result.flatMap(({ url, functions }) => {
      const file = fileOf(url)
      if (!/^(src|bot)\//.test(file)) return []
      return functions
        .filter(({ functionName, ranges }) => functionName && ranges.some(({ count }) => count > 0))
        .map(({ functionName }) => `${file} ${functionName.split('.').at(-1)}`)
    })
    const test = fileOf(expect.getState().testPath ?? '')
    fs.appendFileSync(target, `${JSON.stringify({ test, isReading, functions } satisfies WatchedTest)}\n`)
  }
  beforeAll(() => write(true))
  afterAll(() => write(false))
}

async function watch(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

function fileOf(url: string): string {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  return path.relative(process.cwd(), file).split(path.sep).join('/')
}
