import fs from 'node:fs'
import path from 'node:path'
import { findFunctionAt } from './find-function-at.ts'
import type { Judge } from './judge.ts'
import { addWatchedFunctions, hashText, readLearnedTests } from './learned.ts'
import { describeMutant, type Mutant } from './mutant.ts'
import type { Workshop } from './workshop.ts'

interface Near {
  workshop: Workshop
  judge: Judge
  /** Whether only the tests of the folder are used. */
  isNear: boolean
}

/**
 * Chooses the test files for a mutant. First come those that mention the changed code, then those that often noticed a
 * mutant or are fast. Tests of the folder that call none of the changed code are omitted, as are slow tests of
 * neighbouring folders that do not mention it.
 */
export class NearTests {
  readonly #judge: Judge
  readonly #workshop: Workshop
  readonly #sources: Map<string, string>
  readonly #texts: Map<string, string>
  /** The tests that check an entity's definition. */
  readonly #schema: string[]
  readonly #near: string[]
  /** The tests of other folders; those that mention the changed code count as near anyway. */
  readonly #elsewhere: string[]
  readonly #isNear: boolean
  /** Returns whether a test belongs to the folder itself, not to a neighbouring one. */
  readonly #isOwn: (file: string) => boolean
  readonly #kills = new Map<string, number>()
  readonly #durations = new Map<string, number>()
  readonly #green = new Map<string, boolean>()
  /** The functions that each test file is known to call. */
  readonly #calls = new Map<string, Set<string>>()
  /** The functions that run while modules are read, which affect any test. */
  readonly #reading = new Set<string>()
  /** The files that the test process may still hold with the previous mutant. */
  readonly changed = new Set<string>()

  constructor({ workshop, judge, isNear }: Near, room: string) {
    const { dir } = workshop
    this.#judge = judge
    this.#workshop = workshop
    const all = fs.globSync('{test,drills}/**/*.test.ts', { cwd: dir }).map(file => file.split(path.sep).join('/'))
    const rooms = beside[room] ?? [room]
    this.#isOwn = file => file.startsWith(`test/${room}/`)
    const isBeside = (file: string) => rooms.some(each => file.startsWith(`test/${each}/`))
    this.#schema = all.filter(isOfSchema).toSorted()
    this.#near = all.filter(isBeside).toSorted()
    this.#isNear = isNear
    this.#elsewhere = all.filter(file => !isBeside(file) && isQuick(file) && !isOfSchema(file)).toSorted()
    const read = (files: string[]) => new Map(files.map(file => [file, fs.readFileSync(path.join(dir, file), 'utf8')]))
    this.#sources = readSources(dir)
    this.#texts = read([...this.#schema, ...this.#near, ...this.#elsewhere])
  }

  /**
   * Runs the quick tests of the folder once without mutants, and records what they call, how long they take, and which
   * fail.
   */
  async learn(): Promise<void> {
    const learned = readLearnedTests(file => this.#texts.get(file))
    const sources = hashText(
      [...this.#sources.keys()]
        .toSorted()
        .map(file => this.#sources.get(file))
        .join('\n'),
    )
    for (const [test, known] of learned.tests) if (known.sources === sources) this.#green.set(test, true)
    const watched = path.join(this.#workshop.dir, '.cache', 'watched-functions')
    fs.mkdirSync(path.dirname(watched), { recursive: true })
    let left = this.#near.filter(file => isQuick(file) && !learned.tests.has(file))
    while (left.length > 0) {
      const verdict = await this.#judge.ask({ tests: left, changed: [], patienceMs: Infinity, watched })
      this.passed(verdict.passed)
      for (const test of verdict.passed.keys()) this.#green.set(test, true)
      if (verdict.failure === null) break
      this.#tellRed(verdict.failure.test, verdict.failure.why)
      left = left.slice(left.indexOf(verdict.failure.test) + 1)
    }
    addWatchedFunctions(learned, watched, {
      sources,
      durations: this.#durations,
      textOf: file => this.#texts.get(file)!,
    })
    for (const [test, { functions, durationMs }] of learned.tests) {
      this.#calls.set(test, new Set(functions))
      this.#durations.set(test, durationMs)
    }
    for (const name of learned.reading) this.#reading.add(name)
  }

  /** Returns groups of files that run together, one group after the other; slow files run separately. */
  inOrder(mutant: Mutant): string[][] {
    const [own, others] = namesOf(mutant.file, this.#sources)
    const says = (file: string, names: RegExp) => names.test(file) || names.test(this.#texts.get(file)!)
    const tier = (file: string) => (says(file, own) || isOfSchema(file) ? 0 : says(file, others) ? 1 : 2)
    const key = (file: string) => [tier(file), -(this.#kills.get(file) ?? 0), this.#durations.get(file) ?? 0]
    const sorted = (files: string[]) =>
      files
        .filter(file => this.#green.get(file) !== false)
        .map(file => ({ file, key: key(file) }))
        .toSorted((a, b) => a.key.map((value, at) => value - b.key[at]!).find(difference => difference !== 0) ?? 0)
        .map(({ file }) => file)
    // Checks and triggers of an entity may be in a separate file.
    const isOfEntity = [mutant.file, ...findImporters([mutant.file], this.#sources)].some(file => this.#isEntity(file))
    const isSchema = isOfEntity && this.#isRead(mutant)
    const mayNotice = this.#callersOf(mutant)
    const isCalledNear = this.#near.some(file => this.#calls.has(file) && mayNotice(file))
    const elsewhere = this.#elsewhere.filter(file => says(file, own) || (!isCalledNear && says(file, others)))
    const far = this.#isNear ? [] : this.#elsewhere.filter(file => !elsewhere.includes(file))
    const near = [...this.#near, ...elsewhere].filter(mayNotice)
    const asksSlow = (file: string) => !isQuick(file) && (this.#isOwn(file) || says(file, own))
    const ofKind = listTestsOfKind(this.#sources.get(mutant.file)!, mutant)
    const slow = [...ofKind, ...sorted(near.filter(asksSlow))].map(file => [file])
    const quick = sorted(near.filter(isQuick))
    // Tests known to call it come before tests that only seem to.
    const [calling, named] = [true, false].map(isKnown => quick.filter(file => this.#calls.has(file) === isKnown))
    return [isSchema ? sorted(this.#schema) : [], calling!, named!, ...slow, sorted(far)]
  }

  passed(durations: Map<string, number>): void {
    for (const [file, durationMs] of durations) this.#durations.set(file, durationMs)
  }

  killed(file: string): void {
    this.#kills.set(file, (this.#kills.get(file) ?? 0) + 1)
  }

  /**
   * Returns whether the file passes without mutants; otherwise it proves nothing, and is reported. With `isDoubtful`,
   * it runs again, because the machine may be slower than before.
   */
  async isGreen(test: string, mutated: string, isDoubtful: boolean): Promise<boolean> {
    const known = this.#green.get(test)
    if (known !== undefined && !isDoubtful) return known
    const verdict = await this.#judge.ask({ tests: [test], changed: [mutated], patienceMs: Infinity })
    const isGreen = verdict.failure === null
    if (known === undefined) this.#green.set(test, isGreen)
    this.passed(verdict.passed)
    if (verdict.failure !== null && known === undefined) this.#tellRed(test, verdict.failure.why)
    return isGreen
  }

  #tellRed(test: string, why: string): void {
    this.#green.set(test, false)
    process.stdout.write(`${test} fails without any mistake: ${why.slice(0, 200)}\n`)
  }

  /** Returns the callers of a constant: tests that call a function of its file, or of a file that imports it. */
  #callersOf(mutant: Mutant): (test: string) => boolean {
    const { file } = mutant
    const name = this.#functionOf(mutant)
    if (this.#isRead(mutant) && (this.#isEntity(file) || name !== null)) return () => true
    const files = [file, ...findImporters([file], this.#sources)]
    const isOf = (called: string) => files.includes(called.split(' ')[0]!)
    const imported = `/${path.posix.basename(file)}'`
    return test => {
      // A test may send a statement itself, without calling a function.
      if (this.#texts.get(test)!.includes(imported)) return true
      const calls = this.#calls.get(test)
      return calls === undefined || (name === null ? [...calls].some(isOf) : calls.has(`${file} ${name}`))
    }
  }

  /** Returns whether it is outside the functions that tests call, but runs when its file is loaded. */
  #isRead(mutant: Mutant): boolean {
    const name = this.#functionOf(mutant)
    return name === null || this.#reading.has(`${mutant.file} ${name}`)
  }

  #isEntity(file: string): boolean {
    return this.#sources.get(file)!.includes('defineEntity(')
  }

  #functionOf({ file, start }: Mutant): string | null {
    return findFunctionAt(file, this.#sources.get(file)!, start)
  }
}

/**
 * Returns the names by which a test refers to this file: its use-case, or the files that import it and their endpoints.
 */
function namesOf(file: string, sources: Map<string, string>): [own: RegExp, others: RegExp] {
  const own = [file, ...(file.endsWith('-sql.ts') ? findImporters([file], sources) : [])]
  return [anyOf(own), anyOf(findImporters([...own, ...findImporters(own, sources)], sources))]
}

/** Returns the shop's sources by path. */
export function readSources(dir: string): Map<string, string> {
  const files = fs.globSync('{src,bot}/**/*.ts', { cwd: dir }).map(file => file.split(path.sep).join('/'))
  return new Map(files.map(file => [file, fs.readFileSync(path.join(dir, file), 'utf8')]))
}

export function findImporters(files: string[], sources: Map<string, string>): string[] {
  return files.flatMap(each => {
    const imported = `/${path.posix.basename(each)}'`
    return [...sources].filter(([, text]) => text.includes(imported)).map(([other]) => other)
  })
}

// A single word, such as payment, occurs in every test, so it must be imported there.
function anyOf(files: string[]): RegExp {
  const names = files.flatMap(each => {
    const word = path.posix.basename(each, '.ts').replace(/-sql$/, '')
    const camel = word.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
    return word.includes('-') ? [`\\b${word}\\b`, `\\b${camel}\\b`] : [`/${word}\\.ts'`]
  })
  return names.length === 0 ? /$^/ : new RegExp([...new Set(names)].join('|'))
}

/** The folders whose tests check a folder's work as closely as its own tests. */
export const beside: Record<string, string[]> = {
  callbacks: ['callbacks', 'api', 'notices'],
  payments: ['payments', 'money', 'methods', 'books', 'goods', 'web/pay'],
  money: ['money', 'payments', 'connections', 'books'],
  books: ['books', 'money', 'payments'],
  connectors: ['connectors', 'modules/notification-rules', 'money/unread', 'sandbox'],
  orders: [
    'orders',
    'catalog',
    'notices',
    'modules/bills',
    'modules/counter',
    'modules/coupons',
    'modules/menu',
    'modules/sales-statistics',
    'modules/stars',
  ],
}

/** Returns the tests outside the folder that check all code of a kind: documented endpoints, and hints to workers. */
function listTestsOfKind(source: string, mutant: Mutant): string[] {
  const isDocumented = source.includes('defineEndpoint(')
  const isHint = /\bwake\b/.test(describeMutant(source, mutant).was)
  return [...(isDocumented ? ['test/api/openapi.test.ts'] : []), ...(isHint ? ['test/lib/wakes.slow.test.ts'] : [])]
}

function isOfSchema(file: string): boolean {
  return /^test\/database\/(schema|migrations)\.test\.ts$/.test(file)
}

function isQuick(file: string): boolean {
  return !/\.slow\.|^drills\/|^test\/house/.test(file)
}
