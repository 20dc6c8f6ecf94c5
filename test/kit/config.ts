import { type Config, readConfig } from '../../src/config.ts'

/** Returns the settings of a test: real ones, with their own secret and folder. */
export function createTestConfig(settings: Record<string, string>): Config {
  return readConfig({
    SECRET_KEY: 'a secret for tests, 32 characters and more',
    DEMO_HISTORY: 'off',
    DATA_DIR: '.cache/test-data',
    ...(process.env.MODULES ? { MODULES: process.env.MODULES } : {}),
    ...settings,
  })
}
