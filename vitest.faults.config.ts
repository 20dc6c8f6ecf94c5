import { defineConfig } from 'vitest/config'

// `npm run test:faults`: what `npm test` does for a minute, ten times longer.
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    pool: 'forks',
    // Each of them wants the whole machine: processes are killed as fast as they can be started again.
    fileParallelism: false,
    env: { WARUNG_KILLS: '1000' },
  },
})
