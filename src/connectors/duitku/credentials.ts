import { z } from 'zod'
import { withoutPath } from '../find-host.ts'
import { input } from '../form.ts'
import { keyOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'

const merchantCode = /^DS?\d{3,}$/

// In the order in which the form asks.
export const Credentials = z.object({
  merchant_code: pastedKey([
    { kind: 'other_product', pattern: /^T\d{3,}$/ },
    { kind: 'other_product', pattern: keyOfAnother() },
  ]).refine(text => text.length <= 50, 'has at most 50 characters'),
  api_key: input(
    pastedKey([
      { kind: 'public_key', pattern: merchantCode },
      { kind: 'other_product', pattern: keyOfAnother() },
    ]),
    { kind: 'password' },
  ),
  base_url: input(
    z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .transform(address => withoutPath(address, /\/webapi(?:\/api(?:\/merchant)?)?$/)),
    { kind: 'url', isAdvanced: true },
  ).optional(),
})

export type DuitkuCredentials = z.output<typeof Credentials>
