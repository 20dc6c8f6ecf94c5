import type { Window } from '../connectors/connector.ts'
import type { ProfileId } from '../connectors/snap/profiles.ts'
import type { Sql } from '../lib/sql.ts'
import { nmidOf, staticCodeOf } from './qris-code.ts'
import { snapKeys } from './snap-keys.ts'

/** The accounts of the demo account at the sandbox's bridge, by connector. */
export const demoAccounts = { wallet: '081200000001', bank: '885200000001', 'merchant-wallet': 'G100000001' } as const

/** The connectors whose protocol the sandbox's bridge speaks. */
export const bridged = ['wallet', 'bank', 'merchant-wallet'] as const
export type Bridged = (typeof bridged)[number]

const prefix = 'sandbox_'

/** The address of connections of test mode in production: a name that nobody can own (RFC 6761). */
export const testProvidersUrl = 'http://providers.invalid'

/** The merchant id of a contract that covers every merchant id. */
export const everyMerchant = 'ALL'

/** The credentials of a connection to the sandbox's QRIS provider; `mid` is any merchant id. */
export function interactiveCredentials(sandboxUrl: string, mid: string) {
  return { base_url: `${sandboxUrl}/interactive`, api_key: prefix + mid, mid }
}

/** The address of the sandbox's bridge, and the key that it accepts from everybody. */
export function bridgeAccess(sandboxUrl: string, connector: Bridged) {
  return { base_url: `${sandboxUrl}/${connector}`, key: `${prefix}bridge` }
}

/** The credentials of a connection to an account at the sandbox. Every number is an account there. */
export function bridgedCredentials(sandboxUrl: string, connector: Bridged, account: string) {
  const { base_url, key } = bridgeAccess(sandboxUrl, connector)
  return { base_url, token: key, session: sessionOf(account), account }
}

/** The session that opens an account at the sandbox's bridge. */
export function sessionOf(account: string): string {
  return prefix + account
}

/** The merchant id or the account that a key or session opens; null for one that the sandbox did not give out. */
export function openedBy(secret: string): string | null {
  return secret.startsWith(prefix) && secret.length > prefix.length ? secret.slice(prefix.length) : null
}

const demoName = 'WARUNG KOPI DEMO'

/** The demo account's own merchant id under the operator's contract, with its static code. */
export const demoMerchant = {
  id: 'WARUNG.DEMO',
  name: demoName,
  staticQris: staticCodeOf('WARUNG.DEMO', demoName),
}

/** Whether a key of the sandbox is valid for this merchant id: its own, one under its contract (`OWN.OTHER`), or any. */
export function opens(secret: string, mid: string): boolean {
  const own = openedBy(secret)
  return own !== null && (own === everyMerchant || mid === own || mid.startsWith(`${own}.`))
}

/** The credentials of a connection to the sandbox's SNAP provider, which speaks as the profile says. */
export async function snapCredentials(sql: Sql, sandboxUrl: string, mid: string, profile: ProfileId = 'generic') {
  const keys = await snapKeys(sql)
  return {
    profile,
    base_url: `${sandboxUrl}/snap/${profile}`,
    client_id: prefix + mid,
    client_secret: `${prefix}secret_${mid}`,
    private_key: keys.merchant_private,
    provider_public_key: keys.provider_public,
    merchant_id: mid,
    store_id: 'STORE1',
    terminal_id: 'A01',
    postal_code: '10110',
    nmid: nmidOf(mid),
  }
}

/** The client whose contract a merchant id is under. */
export function snapClientOf(merchantId: string): string {
  return prefix + merchantId.split('.')[0]
}

/** The client secret that belongs to this client id. */
export function snapSecretOf(clientId: string): string {
  return `${prefix}secret_${openedBy(clientId) ?? ''}`
}

/** The sandbox is quick and its clock is ours, so a person who watches the page sees it turn. */
export const sandboxWindow: Partial<Window> = {
  graceS: 1,
  lateS: 3600,
  lagS: 1,
  skewS: 0,
  resolutionS: 1,
  intervalS: 3,
  requestsPerS: 50,
}

const holders: Record<Bridged, string> = {
  wallet: 'SITI RAHMA',
  bank: 'WARUNG KOPI DEMO',
  'merchant-wallet': 'WARUNG KOPI DEMO',
}

/** An account at the sandbox. Wallets take transfers, the two others have a static code. */
export function accountAt(connector: Bridged, number: string) {
  const holder = holders[connector]
  const outlet = connector === 'merchant-wallet' ? { outlet_name: `Outlet ${number}`, outlet_id: number } : {}
  return { number, holder, ...outlet, qris: connector === 'wallet' ? null : staticCodeOf(number, holder) }
}
