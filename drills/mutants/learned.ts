import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Watched } from './watch-functions.ts'

interface LearnedTest {
  /** The hash of the file itself. */
  text: string
  /** The hash of all sources with which it passed. */
  sources: string
  durationMs: number
  functions: string[]
}

/** The results of the tests without mutants. They are stored, so that an unchanged test file need not run again. */
export interface Learned {
  tests: Map<string, LearnedTest>
  /** The functions that run while modules are read. */
  reading: Set<string>
}

const place = '.cache/mutants/learned.json'

export function readLearned(textOf: (test: string) => string | undefined): Learned {
  if (!fs.existsSync(place)) return { tests: new Map(), reading: new Set() }
  const { tests, reading } = JSON.parse(fs.readFileSync(place, 'utf8')) as {
    tests: [string, LearnedTest][]
    reading: string[]
  }
  const same = tests.filter(([test, { text }]) => text === hashOf(textOf(test) ?? ''))
  return { tests: new Map(same), reading: new Set(reading) }
}

/** Adds newly recorded functions. */
export function addWatched(
  { tests, reading }: Learned,
  watched: string,
  of: { sources: string; durations: ReadonlyMap<string, number>; textOf(test: string): string },
): void {
  const lines = fs.existsSync(watched) ? fs.readFileSync(watched, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const { test, isReading, functions } = JSON.parse(line) as Watched
    const durationMs = of.durations.get(test)
    if (isReading) for (const name of functions) reading.add(name)
    else if (durationMs !== undefined) {
      tests.set(test, { text: hashOf(of.textOf(test)), sources: of.sources, durationMs, functions })
    }
  }
  fs.mkdirSync('.cache/mutants', { recursive: true })
  fs.writeFileSync(place, JSON.stringify({ tests: [...tests], reading: [...reading] }))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
