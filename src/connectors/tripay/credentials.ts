import { z } from 'zod'
import { declareInput } from '../form.ts'
import { keysOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

const merchantCode = /^T\d{3,}$/
const rupiah = z.int().positive()

// The fields are in the order of the form.
export const Credentials = z.object({
  merchant_code: pastedKey([
    { kind: 'other_product', pattern: /^DS?\d{3,}$/, product: 'Duitku' },
    ...keysOfAnother('tripaySandbox'),
  ]).refine(text => text.length <= 50, 'has at most 50 characters'),
  api_key: declareInput(
    pastedKey([{ kind: 'account_number', pattern: merchantCode }, ...keysOfAnother('tripaySandbox')]),
    { kind: 'password' },
  ),
  private_key: declareInput(
    pastedKey([
      { kind: 'account_number', pattern: merchantCode },
      ...keysOfAnother('tripaySandbox'),
      // The API key of the sandbox, shown beside the live one.
      { kind: 'api_key', pattern: /^DEV-/ },
    ]),
    { kind: 'password' },
  ),
  base_url: providerAddress().optional(),
  /** The limits of the QRIS channel, as Tripay reported them when the keys were stored. */
  amount_min: declareInput(rupiah, { isLeftOut: true }).optional(),
  amount_max: declareInput(rupiah, { isLeftOut: true }).optional(),
})

export type TripayCredentials = z.output<typeof Credentials>

const liveRoot = 'https://tripay.co.id/api'
const sandboxRoot = 'https://tripay.co.id/api-sandbox'

const isOfSandbox = ({ api_key }: TripayCredentials) => api_key.startsWith('DEV-')

/** Returns Tripay's own roots, starting with the one that the key looks like. */
export function listRoots(credentials: TripayCredentials) {
  const live = { url: liveRoot, environment: 'live' as const }
  const sandbox = { url: sandboxRoot, environment: 'test' as const }
  return isOfSandbox(credentials) ? ([sandbox, live] as const) : ([live, sandbox] as const)
}

/** Returns the root of all paths. A host entered without a path gets the path of Tripay's own root. */
export function chooseRoot(credentials: TripayCredentials): string {
  const { base_url } = credentials
  if (base_url === undefined) return listRoots(credentials)[0].url
  if (/\/api(?:-sandbox)?$/.test(base_url)) return base_url
  return `${base_url}/${isOfSandbox(credentials) ? 'api-sandbox' : 'api'}`
}
