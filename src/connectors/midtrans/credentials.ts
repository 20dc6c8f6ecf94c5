import { z } from 'zod'
import { declareInput } from '../form.ts'
import { keysOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

// Only a request shows whether a key belongs to the sandbox: keys of new accounts lack the prefix `SB-`.
export const Credentials = z.object({
  server_key: declareInput(
    pastedKey([
      { kind: 'client_key', pattern: /^(SB-)?Mid-client-/i },
      // The merchant id is shown above the keys.
      { kind: 'account_number', pattern: /^[GM]\d{6,9}$/ },
      ...keysOfAnother('midtrans'),
    ]),
    { kind: 'password' },
  ),
  base_url: providerAddress(/\/v2$/).optional(),
  /** The merchant id, revealed by the first code; the same for every key of an account. */
  merchant_id: declareInput(z.string().min(1).max(64), { isLeftOut: true }).optional(),
})

export type MidtransCredentials = z.output<typeof Credentials>
