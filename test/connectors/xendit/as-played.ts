import { makeKeys } from '../../../src/connectors/xendit/simulator-account.ts'
import { makeWebhook } from '../../../src/connectors/xendit/simulator-push.ts'

/** Xendit as the sandbox simulates it. */
export const xenditAsPlayed = {
  id: 'xendit',
  least: 1_000,
  most: 10_000_000,
  credentials: (base_url: string, merchant: string) => ({ ...makeKeys(merchant), base_url }),
  secondKey: (base_url: string, merchant: string) => ({ secret_key: `xnd_development_${merchant}.2`, base_url }),
  pushOf: makeWebhook,
}
