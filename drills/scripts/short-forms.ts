import os from 'node:os'
import path from 'node:path'
import { findGeneratorProblem } from '../../test/kit/openapi-generator.ts'
import { findPgBouncer, howToHavePgBouncer } from '../../test/kit/pgbouncer/start.ts'
import { findPrograms } from '../ha/programs.ts'

/** The shortest complete run of a script in package.json or drills/package.json. */
export interface ShortForm {
  /** The arguments after `--`. */
  args?: string[]
  settings?: Record<string, string>
  /** Its exit code, if not 0. */
  endsWith?: number
  /** A folder whose existing files it rewrites. */
  leaves?: string
  /** Throws a list of what is missing if it cannot be run. */
  needs?: () => unknown
}

const short = { settings: { SHORT: '1' } }

/** Every script that is not a separate step of .ci/run. */
export const shortForms: Record<string, ShortForm> = {
  format: {},
  // It finds no changes, because the snapshot matches the entities.
  migration: { args: ['nothing_new'], leaves: 'migrations', endsWith: 1 },
  'docs:pictures': { args: [path.join(os.tmpdir(), 'warung-pictures-of-ci')] },
  faults: {
    args: ['drills/faults/kill.test.ts', '-t', 'nothing that was acknowledged'],
    settings: { WARUNG_KILLS: '2', WARUNG_CRASHES: '1' },
  },
  hostile: { args: ['--count', '100'] },
  mutants: { args: ['--room', 'callbacks', '--file', 'sign-callback', '--count', '2', '--near'] },
  upgrade: { settings: { WARUNG_SECONDS: '2', WARUNG_RATE: '50', WARUNG_KILLS: '3' } },
  clients: { needs: needGenerator },
  ha: { ...short, args: ['switch'], needs: findPrograms },
  restore: { settings: { GIGABYTES: '0.05' }, needs: findPrograms },
  bench: short,
  'bench:detecting': short,
  'bench:listing': short,
  'bench:pooler': { ...short, needs: needPgBouncer },
  'bench:capacity': short,
  'bench:partitions': short,
  'bench:callbacks': short,
  'bench:paid': short,
  'bench:idle': short,
  'bench:notified': short,
  'bench:start': short,
  'bench:events': short,
  'bench:sign-ins': short,
  'bench:tenants': short,
  'bench:qris': short,
}

/** Further scripts, and the line of .ci/run that runs each. */
export const stepsOfCi: Record<string, string> = {
  start: 'npm run --silent -w drills machines',
  warung: 'npm run --silent -w drills machines',
  // Its parts, one after the other.
  check: 'npm run --silent check:format\n',
  'check:format': 'npm run --silent check:format\n',
  'check:types': 'npm run --silent check:types\n',
  'check:unused': 'npm run --silent check:unused\n',
  'check:house': 'npm test\n',
  test: 'npm test\n',
  'test:slow': 'npm run --silent test:slow\n',
  'faults:quick': 'npm run --silent -w drills faults:quick\n',
  fuzz: 'npm run --silent -w drills fuzz -- 300000\n',
  image: 'npm run --silent -w drills image\n',
  machines: 'npm run --silent -w drills machines',
  'test:modules': 'npm run --silent test:modules\n',
  scripts: 'npm run --silent -w drills scripts',
  // By test/release/release.slow.test.ts, in a clone.
  release: 'npm run --silent test:slow\n',
}

function needGenerator(): void {
  const lacks = findGeneratorProblem()
  if (lacks !== null) throw new Error(lacks)
}

function needPgBouncer(): void {
  if (!findPgBouncer()) throw new Error(`There is no PgBouncer here. To have it: ${howToHavePgBouncer}`)
}
