import { z } from 'zod'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { declareInput } from '../form.ts'
import { keysOfAnother } from '../other-keys.ts'
import { pastedKey } from '../pasted-key.ts'
import { providerAddress } from '../provider-address.ts'

const accountNumber = /^\d{10,20}$/

// The fields are in the order of the form.
export const Credentials = z.object({
  va: pastedKey(keysOfAnother())
    .transform(text => text.replaceAll(/[.-]/g, ''))
    .refine(
      text => accountNumber.test(text),
      makeRule('is the VA number, ten to twenty digits', { code: 'malformed' }),
    ),
  api_key: declareInput(
    pastedKey([{ kind: 'account_number', pattern: accountNumber }, ...keysOfAnother('ipaymuSandbox')]),
    { kind: 'password' },
  ),
  base_url: providerAddress(/\/api(?:\/v2)?$/).optional(),
})

export type IpaymuCredentials = z.output<typeof Credentials>

const live = { url: 'https://my.ipaymu.com', environment: 'live' as const }
const sandbox = { url: 'https://sandbox.ipaymu.com', environment: 'test' as const }

/** Returns iPaymu's own hosts, starting with the one that the key looks like. */
export function listHosts({ api_key }: IpaymuCredentials) {
  return /^SANDBOX/i.test(api_key) ? ([sandbox, live] as const) : ([live, sandbox] as const)
}

export function chooseHost(credentials: IpaymuCredentials): string {
  return credentials.base_url ?? listHosts(credentials)[0].url
}
