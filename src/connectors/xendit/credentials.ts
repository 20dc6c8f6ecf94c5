import { z } from 'zod'
import { declareInput } from '../form.ts'
import { keysOfAnother } from '../other-keys.ts'
import { cleanKey, pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

export const xenditHost = 'https://api.xendit.co'

export const Credentials = z.object({
  secret_key: declareInput(
    pastedKey([
      { kind: 'public_key', pattern: /^xnd_public_/i },
      // The business id is shown beside the keys.
      { kind: 'account_number', pattern: /^[\da-f]{24}$/ },
      ...keysOfAnother('xendit'),
    ]),
    { kind: 'password' },
  ),
  webhook_token: declareInput(z.string().max(1000).transform(cleanKey).pipe(z.string().min(1).max(200)), {
    kind: 'password',
  }).optional(),
  base_url: providerAddress(/\/v3$/).optional(),
  /** The business id, revealed by the first code; the same for every key of an account. */
  business_id: declareInput(z.string().min(1).max(64), { isLeftOut: true }).optional(),
})

export type XenditCredentials = z.output<typeof Credentials>
