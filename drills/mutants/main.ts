import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { formatDatabaseUrl } from '../../test/kit/connection.ts'
import { startTestServer } from '../../test/kit/global-setup.ts'
import { chooseMutants } from './choose-mutants.ts'
import { Judge } from './judge.ts'
import { judgeMutants, type MutantOutcome } from './judge-mutants.ts'
import type { Mutant } from './mutant.ts'
import { OneTest } from './one-test.ts'
import { reportScore } from './report-score.ts'
import { openWorkshop } from './workshop.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    room: { type: 'string', multiple: true, default: ['payments', 'money', 'callbacks', 'orders'] },
    // Only SQL texts, or only other code.
    only: { type: 'string' },
    // A part of a file's path.
    file: { type: 'string' },
    // Only the tests of the folder; a mutant that they do not notice counts as survived.
    near: { type: 'boolean', default: false },
    // Seconds of tests, after which an unnoticed mutant counts as survived: the score is then a lower bound.
    patience: { type: 'string', default: 'Infinity' },
    // How many times longer than on a quiet machine a test may take.
    slowness: { type: 'string', default: '1' },
    // A test file that judges alone, such as the simulated month; only what it calls is changed.
    by: { type: 'string' },
    list: { type: 'boolean', default: false },
    // Skips the compiler: a mutant that only the compiler would refuse counts as survived.
    'no-types': { type: 'boolean', default: false },
  },
})

const workshop = openWorkshop()
const server = await startTestServer()
const simulated = Object.entries(process.env).filter(([name]) => name.startsWith('SIMULATED_'))
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TEST_SEED: values.seed,
  SIMULATED_SEED: values.seed,
  SIMULATED_SHRINKING: 'no',
  ...Object.fromEntries(simulated),
}
// A single test may be long: a month takes minutes on a busy machine.
const silenceMsMax = values.by === undefined ? 240_000 : 900_000
const slowness = Number(values.slowness)
const judge = new Judge(
  workshop.dir,
  { ...env, TEST_DATABASE_URL: formatDatabaseUrl(server.connection), MUTANTS_SLOWNESS: values.slowness },
  silenceMsMax * slowness,
)

async function close(): Promise<void> {
  judge.close()
  workshop.close()
  await server.stop('')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(1)))
}

const outcomes: MutantOutcome[] = []
try {
  const { seed, count, room: rooms, near: isNear, list } = values
  const patienceMs = Number(values.patience) * 1000 * slowness
  const oneTest = values.by === undefined ? null : new OneTest({ workshop, judge, test: values.by })
  await oneTest?.learn()
  for (const room of rooms) {
    const reaches = oneTest ? (mutant: Mutant) => oneTest.reaches(mutant) : undefined
    const drawn = { seed, count: Number(count), room, only: values.only, part: values.file, reaches }
    const chosen = chooseMutants(workshop, drawn)
    const court = { workshop, judge, isNear, isListed: list, patienceMs, isTyped: !values['no-types'], oneTest }
    outcomes.push(...(await judgeMutants(court, room, chosen)))
  }
  if (!list) {
    fs.mkdirSync('.cache/mutants', { recursive: true })
    fs.writeFileSync(
      `.cache/mutants/${rooms.join('-').replaceAll('/', '-')}-${seed}.json`,
      JSON.stringify(outcomes, null, 1),
    )
    process.stdout.write(reportScore(outcomes))
  }
} finally {
  await close()
}
