import fs from 'node:fs'
import path from 'node:path'
import { equivalents } from './equivalents.ts'
import type { Judge } from './judge.ts'
import { type Mutant, tellMutant } from './mutant.ts'
import { typeErrorOf } from './type-error-of.ts'
import type { Workshop } from './workshop.ts'

export interface Outcome {
  room: string
  file: string
  line: number
  what: string
  was: string
  is: string
  /** `stillborn`: no database takes the text, or `npm run check:types` refuses it, so nothing was proved. */
  end: 'killed' | 'survived' | 'equivalent' | 'stillborn'
  /** The test that failed, or why nobody can see it. */
  by: string
}

interface Court {
  workshop: Workshop
  judge: Judge
  /** Whether only the tests of the room are asked. */
  isNear: boolean
  /** Whether the mistakes are only told. */
  isListed: boolean
  /** How long a mistake is looked for, counted in the time of the tests; at most. */
  patienceMs: number
}

/** Puts in one mistake after the other, and asks the tests until one fails: those of the room first. */
export async function judgeMutants(court: Court, room: string, mutants: Mutant[]): Promise<Outcome[]> {
  const tests = new Tests(court, room)
  const outcomes: Outcome[] = []
  for (const [at, mutant] of mutants.entries()) {
    const told = {
      room,
      file: mutant.file,
      what: mutant.what,
      ...tellMutant(court.workshop.source(mutant.file), mutant),
    }
    const known = equivalents.find(({ file, was, is }) => file === told.file && was === told.was && is === told.is)
    const end = court.isListed
      ? { end: 'survived' as const, by: '' }
      : known
        ? { end: 'equivalent' as const, by: known.because }
        : await judgeOne(court, tests, mutant)
    outcomes.push({ ...told, ...end })
    process.stdout.write(tellOutcome(outcomes.at(-1)!, `${room} ${at + 1}/${mutants.length}`))
  }
  return outcomes
}

function tellOutcome({ file, line, what, was, is, end, by }: Outcome, place: string): string {
  const judge = by && `  ${by.slice(0, 200).replaceAll('\n', ' ')}\n`
  return `${place} ${end} ${file}:${line} ${what}\n  - ${was}\n  + ${is}\n${judge}`
}

const stillborn =
  /syntax error|could not determine data type|bind message supplies|missing FROM-clause|is ambiguous|no unique or exclusion/

async function judgeOne(
  { workshop, judge, patienceMs }: Court,
  tests: Tests,
  mutant: Mutant,
): Promise<Pick<Outcome, 'end' | 'by'>> {
  workshop.put(mutant)
  let changed = [mutant.file, ...tests.changed]
  tests.changed.clear()
  let spentMs = 0
  try {
    for (const test of tests.inOrder(mutant.file)) {
      if (spentMs > patienceMs) break
      const verdict = await judge.ask({ test, changed })
      changed = []
      spentMs += verdict.durationMs
      if (verdict.failure === null) {
        tests.passed(test, verdict.durationMs)
        continue
      }
      if (mutant.what.startsWith('sql') && stillborn.test(verdict.failure))
        return { end: 'stillborn', by: verdict.failure }
      workshop.takeBack(mutant)
      const isTold = await tests.isGreen(test, mutant.file)
      workshop.put(mutant)
      changed = [mutant.file]
      if (!isTold) continue
      tests.killed(test)
      return { end: 'killed', by: `${test}: ${verdict.failure}` }
    }
    const refused = mutant.what.startsWith('sql') ? null : typeErrorOf(workshop.dir)
    return refused === null ? { end: 'survived', by: '' } : { end: 'stillborn', by: refused }
  } finally {
    workshop.takeBack(mutant)
    tests.changed.add(mutant.file)
  }
}

/** The test files: those first that name what was changed, then those that often saw a mistake or are soon done. */
class Tests {
  readonly #judge: Judge
  readonly #sources: Map<string, string>
  readonly #texts: Map<string, string>
  /** The tests that an entity's definition is held against. */
  readonly #schema: string[]
  readonly #near: string[]
  /** Tests of other rooms; those that name what was changed are near all the same. */
  readonly #elsewhere: string[]
  readonly #isNear: boolean
  readonly #kills = new Map<string, number>()
  readonly #durations = new Map<string, number>()
  readonly #green = new Map<string, boolean>()
  /** The things that the process that judges may still hold with its last mistake. */
  readonly changed = new Set<string>()

  constructor({ workshop: { dir }, judge, isNear }: Court, room: string) {
    this.#judge = judge
    const all = fs.globSync('test/**/*.test.ts', { cwd: dir }).map(file => file.split(path.sep).join('/'))
    const rooms = beside[room] ?? [room]
    const roomOf = (file: string) => file.split('/')[1]!
    this.#schema = all.filter(isOfSchema).toSorted()
    this.#near = all.filter(file => rooms.includes(roomOf(file))).toSorted()
    this.#isNear = isNear
    this.#elsewhere = all.filter(file => !rooms.includes(roomOf(file)) && isQuick(file) && !isOfSchema(file)).toSorted()
    const read = (files: string[]) => new Map(files.map(file => [file, fs.readFileSync(path.join(dir, file), 'utf8')]))
    this.#sources = read(fs.globSync('{src,bot}/**/*.ts', { cwd: dir }).map(file => file.split(path.sep).join('/')))
    this.#texts = read([...this.#schema, ...this.#near, ...this.#elsewhere])
  }

  inOrder(mutated: string): string[] {
    const [own, others] = namesOf(mutated, this.#sources)
    const tier = (file: string) => {
      const text = this.#texts.get(file)!
      const distance = own.test(text) || isOfSchema(file) ? 0 : others.test(text) ? 1 : 2
      return distance * 2 + Number(/\.slow\./.test(file)) * 3
    }
    const key = (file: string) => [tier(file), -(this.#kills.get(file) ?? 0), this.#durations.get(file) ?? 0]
    const sorted = (files: string[]) =>
      files
        .filter(file => this.#green.get(file) !== false)
        .map(file => ({ file, key: key(file) }))
        .toSorted((a, b) => a.key.map((value, at) => value - b.key[at]!).find(difference => difference !== 0) ?? 0)
        .map(({ file }) => file)
    const isEntity = this.#sources.get(mutated)?.includes('defineEntity(') === true
    const named = this.#elsewhere.filter(file => own.test(this.#texts.get(file)!))
    const far = this.#isNear ? [] : this.#elsewhere.filter(file => !named.includes(file))
    return [...(isEntity ? sorted(this.#schema) : []), ...sorted([...this.#near, ...named]), ...sorted(far)]
  }

  passed(file: string, durationMs: number): void {
    this.#durations.set(file, durationMs)
  }

  killed(file: string): void {
    this.#kills.set(file, (this.#kills.get(file) ?? 0) + 1)
  }

  /** Whether the file passes without any mistake; one that does not proves nothing, and is named. */
  async isGreen(file: string, mutated: string): Promise<boolean> {
    const known = this.#green.get(file)
    if (known !== undefined) return known
    const { failure, durationMs } = await this.#judge.ask({ test: file, changed: [mutated] })
    this.#green.set(file, failure === null)
    this.#durations.set(file, durationMs)
    if (failure !== null) process.stdout.write(`${file} fails without any mistake: ${failure.slice(0, 200)}\n`)
    return failure === null
  }
}

/** Returns what a test says that goes through this file: its use-case, or those that import it and their endpoints. */
function namesOf(file: string, sources: Map<string, string>): [own: RegExp, others: RegExp] {
  const importers = (known: string[]) =>
    known.flatMap(each => {
      const imported = `/${path.posix.basename(each)}'`
      return [...sources].filter(([, text]) => text.includes(imported)).map(([other]) => other)
    })
  const own = [file, ...(file.endsWith('-sql.ts') ? importers([file]) : [])]
  return [anyOf(own), anyOf(importers([...own, ...importers(own)]))]
}

function anyOf(files: string[]): RegExp {
  const words = files.map(each => path.posix.basename(each, '.ts').replace(/-sql$/, ''))
  const names = words.flatMap(word => [word, word.replace(/-(.)/g, (_, letter) => letter.toUpperCase())])
  return names.length === 0 ? /$^/ : new RegExp(`\\b(${[...new Set(names)].join('|')})\\b`)
}

/** Whose tests look at a room's work as closely as its own. */
const beside: Record<string, string[]> = {
  callbacks: ['callbacks', 'api', 'notices'],
  payments: ['payments', 'money', 'methods', 'books', 'goods'],
  money: ['money', 'payments', 'connections', 'books'],
  books: ['books', 'money', 'payments'],
  orders: ['orders', 'stars', 'catalog', 'notices'],
}

function isOfSchema(file: string): boolean {
  return /^test\/database\/(schema|migrations)\.test\.ts$/.test(file)
}

function isQuick(file: string): boolean {
  return !/\.slow\.|^test\/(bench|faults|fuzz|ha|machines|mutants|house)|^test\/house/.test(file)
}
