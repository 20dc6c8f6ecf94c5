import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { listReporters } from '../test/kit/counting-reporter.ts'

const kit = path.join(import.meta.dirname, '../test/kit')

// `npm run -w drills faults` kills a thousand times, `npm run -w drills faults:quick` some sixty times, before every
// landing.
export default defineConfig({
  test: {
    include: ['drills/faults/**/*.test.ts'],
    globalSetup: [path.join(kit, 'global-setup.ts')],
    setupFiles: [path.join(kit, 'draws/draws.ts')],
    reporters: listReporters(),
    pool: 'forks',
    // Each needs the whole machine: processes are killed as fast as they can be started again.
    fileParallelism: false,
  },
})
