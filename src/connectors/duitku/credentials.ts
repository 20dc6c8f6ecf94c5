import { z } from 'zod'
import { declareInput } from '../form.ts'
import { keysOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

const merchantCode = /^DS?\d{3,}$/

// The fields are in the order of the form.
export const Credentials = z.object({
  merchant_code: pastedKey([
    { kind: 'other_product', pattern: /^T\d{3,}$/, product: 'Tripay' },
    ...keysOfAnother(),
  ]).refine(text => text.length <= 50, 'has at most 50 characters'),
  api_key: declareInput(pastedKey([{ kind: 'account_number', pattern: merchantCode }, ...keysOfAnother()]), {
    kind: 'password',
  }),
  base_url: providerAddress(/\/webapi(?:\/api(?:\/merchant)?)?$/).optional(),
})

export type DuitkuCredentials = z.output<typeof Credentials>
