import { createHash } from 'node:crypto'
import type { Sql } from '../../lib/sql.ts'
import { makeNmid } from '../simulator/qris-code.ts'
import { findSecretOwner, makeSecret } from '../simulator/secrets.ts'
import type { ProfileId } from './profiles.ts'
import { providerRules } from './provider-rules.ts'
import { findOrCreateSnapKeys } from './simulator-keys.ts'

/** Returns the credentials of a connection to the sandbox's SNAP provider, which behaves as the profile says. */
export function makeSnapCredentials(sql: Sql, sandboxUrl: string, mid: string, profile: ProfileId = 'generic') {
  return makeContract(sql, `${sandboxUrl}/snap`, mid, profile)
}

/** Returns the contract for the address of the provider itself. */
export async function makeContract(sql: Sql, address: string, mid: string, profile: ProfileId) {
  const keys = await findOrCreateSnapKeys(sql)
  return {
    profile,
    base_url: `${address}/${profile}`,
    client_id: makeSecret(mid),
    ...(providerRules[profile].partnerId === 'own' ? { partner_id: makePartnerNumber(mid) } : {}),
    client_secret: makeSecret(`secret_${mid}`),
    private_key: keys.merchant_private,
    provider_public_key: keys.provider_public,
    merchant_id: mid,
    store_id: 'STORE1',
    terminal_id: 'A01',
    postal_code: '10110',
    nmid: makeNmid(mid),
  }
}

/** Returns the number that a provider with its own partner ids assigns to the client of this merchant id. */
export function makePartnerNumber(mid: string): string {
  return String(100_000 + (createHash('sha256').update(mid).digest().readUInt32BE() % 900_000))
}

/** Returns the client whose contract covers a merchant id. */
export function findSnapClient(merchantId: string): string {
  return makeSecret(merchantId.split('.')[0]!)
}

/** Returns the client secret of this client id. */
export function makeSnapSecret(clientId: string): string {
  return makeSecret(`secret_${findSecretOwner(clientId) ?? ''}`)
}
