import { equivalents } from './equivalents.ts'
import { findRefusedMutants } from './find-refused-mutants.ts'
import type { Judge } from './judge.ts'
import { describeMutant, type Mutant } from './mutant.ts'
import { NearTests } from './near-tests.ts'
import type { OneTest } from './one-test.ts'
import type { Workshop } from './workshop.ts'

export interface MutantOutcome {
  room: string
  file: string
  line: number
  what: string
  was: string
  is: string
  /** The result. `stillborn`: a database rejects the text, or `npm run check:types` does, so it proves nothing. */
  end: 'killed' | 'survived' | 'equivalent' | 'stillborn'
  /** The test that failed, or the reason why tests cannot notice it. */
  by: string
}

interface Court {
  workshop: Workshop
  judge: Judge
  /** Whether only the tests of the mutant's folder are used. */
  isNear: boolean
  /** Whether the mutants are only listed. */
  isListed: boolean
  /** The maximum time of tests for each mutant. */
  patienceMs: number
  /** Whether the compiler checks mutants that no test noticed. */
  isTyped: boolean
  /** The only test to run; null to run those of the folder, and then the others. */
  oneTest: OneTest | null
}

/** Applies one mutant after another, and runs tests until one fails, beginning with those of its folder. */
export async function judgeMutants(court: Court, room: string, mutants: Mutant[]): Promise<MutantOutcome[]> {
  const tests = court.oneTest ?? new NearTests(court, room)
  const outcomes: MutantOutcome[] = []
  if (!court.isListed) await tests.learn()
  for (const [at, mutant] of mutants.entries()) {
    const told = {
      room,
      file: mutant.file,
      what: mutant.what,
      ...describeMutant(court.workshop.source(mutant.file), mutant),
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
  if (court.isListed || !court.isTyped) return outcomes
  const doubtful = outcomes.flatMap((outcome, at) =>
    outcome.end === 'survived' && !outcome.what.startsWith('sql') ? [{ outcome, mutant: mutants[at]! }] : [],
  )
  const refused = findRefusedMutants(
    court.workshop,
    doubtful.map(({ mutant }) => mutant),
  )
  for (const { outcome, mutant } of doubtful) {
    const why = refused.get(mutant)
    if (why !== undefined) Object.assign(outcome, { end: 'stillborn', by: why })
    if (why !== undefined) process.stdout.write(tellOutcome(outcome, `${room} the compiler`))
  }
  return outcomes
}

function tellOutcome({ file, line, what, was, is, end, by }: MutantOutcome, place: string): string {
  const judge = by && `  ${by.slice(0, 200).replaceAll('\n', ' ')}\n`
  return `${place} ${end} ${file}:${line} ${what}\n  - ${was}\n  + ${is}\n${judge}`
}

const stillborn =
  /syntax error|could not determine data type|bind message supplies|missing FROM-clause|is ambiguous|no unique or exclusion/

/** A failure that a busy machine causes too. */
const timeRanOut = /timed out|no end within/

async function judgeOne(
  { workshop, judge, patienceMs }: Court,
  tests: NearTests | OneTest,
  mutant: Mutant,
): Promise<Pick<MutantOutcome, 'end' | 'by'>> {
  workshop.put(mutant)
  let changed = [mutant.file, ...tests.changed]
  tests.changed.clear()
  let spentMs = 0
  try {
    for (const together of tests.inOrder(mutant)) {
      let left = together
      while (left.length > 0 && spentMs < patienceMs) {
        const { failure, passed, durationMs } = await judge.ask({
          tests: left,
          changed,
          patienceMs: patienceMs - spentMs,
        })
        changed = []
        spentMs += durationMs
        tests.passed(passed)
        if (failure === null) break
        if (mutant.what.startsWith('sql') && stillborn.test(failure.why)) return { end: 'stillborn', by: failure.why }
        workshop.takeBack(mutant)
        const isTold = await tests.isGreen(failure.test, mutant.file, timeRanOut.test(failure.why))
        if (isTold) {
          tests.killed(failure.test)
          return { end: 'killed', by: `${failure.test}: ${failure.why}` }
        }
        workshop.put(mutant)
        changed = [mutant.file]
        left = left.slice(left.indexOf(failure.test) + 1)
      }
    }
    return { end: 'survived', by: '' }
  } finally {
    workshop.takeBack(mutant)
    tests.changed.add(mutant.file)
  }
}
