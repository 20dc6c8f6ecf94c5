import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { joinWords } from './sql-words.ts'

// Records which functions of the project a test file called, and which ran while its modules were loaded. The latter
// are shared by all test files, because the next file finds the modules already loaded.

export interface WatchedTest {
  test: string
  isReading: boolean
  /** `file name`; functions without a name count as part of the one around them. */
  functions: string[]
  /** The texts of the statements that it sent; only of a test, not of the loading of modules. */
  statements?: string[]
}

const target = process.env.WATCHED_FUNCTIONS
if (target) {
  const known = globalThis as { functionWatch?: Promise<Session> }
  known.functionWatch ??= watch()
  const session = await known.functionWatch
  const statements = watchStatements()
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
    const sent = isReading ? {} : { statements: [...statements] }
    statements.clear()
    fs.appendFileSync(target, `${JSON.stringify({ test, isReading, functions, ...sent } satisfies WatchedTest)}\n`)
  }
  beforeAll(() => write(true))
  afterAll(() => write(false))
}

/** Records the texts of statements. */
function watchStatements(): Set<string> {
  const known = globalThis as { statementWatch?: Set<string> }
  if (known.statementWatch) return known.statementWatch
  const texts = new Set<string>()
  known.statementWatch = texts
  const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...values: unknown[]) {
    const [first] = values as [string | { text?: string } | undefined]
    const text = typeof first === 'string' ? first : first?.text
    if (text !== undefined) texts.add(joinWords(text))
    return query.apply(this, values)
  } as never
  return texts
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
