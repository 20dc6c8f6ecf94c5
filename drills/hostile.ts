import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run -w drills hostile -- --count 60000 --seed 7 --cut-every 10`: sends this number of structured requests to all
 * entry points, and one in ten of those with a body ten more times, cut off. A seed always produces identical requests.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: process.env.HOSTILE_REQUESTS ?? '100000' },
    seed: { type: 'string', default: process.env.HOSTILE_SEED ?? '8' },
    'cut-every': { type: 'string', default: process.env.HOSTILE_CUT_EVERY ?? '1' },
  },
})
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    process.stderr.write(`--${name} is a whole number above nothing, not ${value}\n`)
    process.exit(2)
  }
}

const vitest = path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/hostile.slow.test.ts'], {
  cwd: path.join(import.meta.dirname, '..'),
  env: {
    ...process.env,
    HOSTILE_REQUESTS: values.count,
    HOSTILE_SEED: values.seed,
    HOSTILE_CUT_EVERY: values['cut-every'],
  },
  stdio: 'inherit',
})
process.exit(status ?? 1)
