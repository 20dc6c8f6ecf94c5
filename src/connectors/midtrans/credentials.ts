import { z } from 'zod'
import { formInput } from '../form.ts'
import { keyOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

// Whether a key is of the sandbox is found by asking: those of new accounts have no `SB-`.
export const Credentials = z.object({
  server_key: formInput(
    pastedKey([
      { kind: 'client_key', pattern: /^(SB-)?Mid-client-/i },
      { kind: 'other_product', pattern: keyOfAnother('midtrans') },
    ]),
    { kind: 'password' },
  ),
  base_url: providerAddress().optional(),
  /** Named by the first code; the same for every key of an account. */
  merchant_id: formInput(z.string().min(1).max(64), { isLeftOut: true }).optional(),
})

export type MidtransCredentials = z.output<typeof Credentials>
