import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { WatchedTest } from './watch-functions.ts'

interface LearnedTest {
  /** The hash of the file itself. */
  text: string
  /** The hash of all sources with which it passed. */
  sources: string
  durationMs: number
  functions: string[]
}

/** The results of the tests without mutants. They are stored, so that an unchanged test file need not run again. */
export interface LearnedTests {
  tests: Map<string, LearnedTest>
  /** The functions that run while modules are read. */
  reading: Set<string>
}

const place = '.cache/mutants/learned.json'

export function readLearnedTests(textOf: (test: string) => string | undefined): LearnedTests {
  if (!fs.existsSync(place)) return { tests: new Map(), reading: new Set() }
  const { tests, reading } = JSON.parse(fs.readFileSync(place, 'utf8')) as {
    tests: [string, LearnedTest][]
    reading: string[]
  }
  const same = tests.filter(([test, { text }]) => text === hashText(textOf(test) ?? ''))
  return { tests: new Map(same), reading: new Set(reading) }
}

/** Adds newly recorded functions. */
export function addWatchedFunctions(
  { tests, reading }: LearnedTests,
  test: string,
  recording: { sources: string; durations: ReadonlyMap<string, number>; textOf(test: string): string },
): void {
  const lines = fs.existsSync(test) ? fs.readFileSync(test, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const { test, isReading, functions } = JSON.parse(line) as WatchedTest
    const durationMs = recording.durations.get(test)
    if (isReading) for (const name of functions) reading.add(name)
    else if (durationMs !== undefined) {
      tests.set(test, { text: hashText(recording.textOf(test)), sources: recording.sources, durationMs, functions })
    }
  }
  fs.mkdirSync('.cache/mutants', { recursive: true })
  fs.writeFileSync(place, JSON.stringify({ tests: [...tests], reading: [...reading] }))
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
