const prefix = 'sandbox_'

/** The merchant id of a contract that covers every merchant id. */
export const everyMerchant = 'ALL'

/** The key or session that opens this merchant id or account. */
export function makeSecret(name: string): string {
  return prefix + name
}

/** Returns the merchant id or the account of a key or session; null if the sandbox did not issue it. */
export function openedBy(secret: string): string | null {
  return secret.startsWith(prefix) && secret.length > prefix.length ? secret.slice(prefix.length) : null
}

/**
 * Whether a key of the sandbox is valid for this merchant id: its own, one under its contract (`OWN.OTHER`), or any.
 */
export function isKeyFor(secret: string, merchantId: string): boolean {
  const own = openedBy(secret)
  return own !== null && (own === everyMerchant || merchantId === own || merchantId.startsWith(`${own}.`))
}
