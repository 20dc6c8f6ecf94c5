import os from 'node:os'
import { parseArgs } from 'node:util'
import { measureBacklog, measureIsolation } from './endpoints-apart.ts'
import { measureHotPath } from './hot-path.ts'
import { printLine } from './table.ts'

/*
 * `npm run -w drills bench:events`. Measures the processor time that events for endpoints add to creating and settling
 * a payment, without endpoints and with three, compared in turns with the same shop without events. Also measures how
 * long eight good endpoints wait while one is dead and one hangs, and the deliveries per second over 100 accounts.
 * `--only hot`, `--only isolation` and `--only backlog` run one part only. PostgreSQL with fsync and synchronous_commit
 * on.
 */
const { values: asked } = parseArgs({ options: { only: { type: 'string' } } })
const parts = { hot: measureHotPath, isolation: measureIsolation, backlog: measureBacklog }
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name)
if (asked.only !== undefined && !isPart(asked.only)) throw new Error('--only is hot, isolation or backlog')

printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
for (const [name, measure] of Object.entries(parts)) {
  if (asked.only === undefined || asked.only === name) await measure()
}
printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
