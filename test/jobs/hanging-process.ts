import { startScheduler } from '../../src/jobs/scheduler.ts'
import { silentLog } from '../../src/lib/log.ts'
import { localWake } from '../../src/lib/wake.ts'

// A process whose sweep never ends; it says when the body runs. Its argument is where the store is, as JSON.
await startScheduler({
  ...JSON.parse(process.argv[2]!),
  wake: localWake(silentLog),
  log: silentLog,
  sweeps: [
    {
      name: 'hanging',
      everyMs: 200,
      async run() {
        process.stdout.write('running\n')
        await new Promise(() => {})
      },
    },
  ],
})
