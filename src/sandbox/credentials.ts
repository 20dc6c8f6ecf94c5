import type { Window } from '../connectors/connector.ts'

/** The wallet number of the demo account. */
export const demoWallet = '081200000001'

const prefix = 'sandbox_'

/** What a connection to the sandbox's QRIS provider is made with; `mid` is any merchant id. */
export function interactiveCredentials(sandboxUrl: string, mid: string) {
  return { base_url: `${sandboxUrl}/interactive`, api_key: prefix + mid, mid }
}

/** What a connection to a wallet at the sandbox is made with. Every number is a wallet there. */
export function walletCredentials(sandboxUrl: string, account: string) {
  return { base_url: `${sandboxUrl}/wallet`, token: prefix + account, account }
}

/** The merchant id or the wallet that a key or token opens; null for one that the sandbox did not give out. */
export function openedBy(secret: string): string | null {
  return secret.startsWith(prefix) && secret.length > prefix.length ? secret.slice(prefix.length) : null
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
