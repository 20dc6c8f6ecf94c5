import fs from 'node:fs'
import path from 'node:path'
import { findFunctionAt } from './find-function-at.ts'
import { findSqlAt } from './find-sql-at.ts'
import type { Judge } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { findImporters, readSources } from './near-tests.ts'
import type { WatchedTest } from './watch-functions.ts'
import type { Workshop } from './workshop.ts'

/** A single test file that judges alone, such as the simulated month: it notices a mutant, or the mutant survives. */
export class OneTest {
  readonly #judge: Judge
  readonly #workshop: Workshop
  readonly #test: string
  readonly #sources: Map<string, string>
  readonly #calls = new Set<string>()
  readonly #statements: string[] = []
  /** The files that the test process may still hold with the previous mutant. */
  readonly changed = new Set<string>()

  constructor({ workshop, judge, test }: { workshop: Workshop; judge: Judge; test: string }) {
    this.#judge = judge
    this.#workshop = workshop
    this.#test = test
    this.#sources = readSources(workshop.dir)
  }

  /**
   * Runs the test once without mutants, and records the functions that it calls and the statements that it sends.
   * Throws an Error if it fails.
   */
  async learn(): Promise<void> {
    if (this.#calls.size > 0) return
    const watched = path.join(this.#workshop.dir, '.cache', 'watched-functions')
    fs.mkdirSync(path.dirname(watched), { recursive: true })
    const { failure } = await this.#judge.ask({ tests: [this.#test], changed: [], patienceMs: Infinity, watched })
    if (failure) throw new Error(`${this.#test} fails without any mistake: ${failure.why}`)
    const lines = fs.readFileSync(watched, 'utf8').trim().split('\n')
    const records = lines.map(line => JSON.parse(line) as WatchedTest).filter(({ isReading }) => !isReading)
    for (const name of records.flatMap(({ functions }) => functions)) this.#calls.add(name)
    this.#statements.push(...records.flatMap(({ statements = [] }) => statements))
  }

  /** Returns whether the test can notice the mutant at all. */
  reaches(mutant: Mutant): boolean {
    return createReachFilter(this.#calls, this.#sources, this.#statements)(mutant)
  }

  inOrder(): string[][] {
    return [[this.#test]]
  }

  passed(): void {}

  killed(): void {}

  /** It passed while it was being recorded, with this seed. */
  async isGreen(): Promise<boolean> {
    return true
  }
}

/**
 * Returns whether a mutant is in one of these functions, named as `file function`. A statement outside of functions
 * counts if its file, or a file that imports it, contains one of them, and the changed part of it was sent.
 */
export function createReachFilter(
  calls: ReadonlySet<string>,
  sources: Map<string, string>,
  sent: readonly string[],
): (mutant: Mutant) => boolean {
  const files = new Set([...calls].map(called => called.split(' ')[0]!))
  return ({ file, start, what }) => {
    const isSql = what.startsWith('sql')
    // Most files are not called at all, and need not be parsed.
    if (!files.has(file) && !isSql) return false
    const name = findFunctionAt(file, sources.get(file)!, start)
    if (name !== null) return calls.has(`${file} ${name}`)
    if (!isSql || ![file, ...findImporters([file], sources)].some(one => files.has(one))) return false
    const part = findSqlAt(file, sources.get(file)!, start)
    return part !== null && sent.some(text => text.includes(part))
  }
}
