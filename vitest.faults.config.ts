import { defineConfig } from 'vitest/config'

// `npm run test:faults`: what `npm test` does for a minute, ten times longer.
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    pool: 'forks',
    env: { WARUNG_KILLS: '1000' },
  },
})
