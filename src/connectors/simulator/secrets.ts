const prefix = 'sandbox_'

/** The merchant id of a contract that covers every merchant id. */
export const everyMerchant = 'ALL'

/** Returns the key or session that grants access to this merchant id or account. */
export function makeSecret(name: string): string {
  return prefix + name
}

/** Returns the merchant id or the account of a key or session; null if the sandbox did not issue it. */
export function findSecretOwner(secret: string): string | null {
  return secret.startsWith(prefix) && secret.length > prefix.length ? secret.slice(prefix.length) : null
}

/**
 * Returns whether a key of the sandbox is valid for this merchant id: its own key, one under its contract
 * (`OWN.OTHER`), or one for every merchant.
 */
export function isKeyFor(secret: string, merchantId: string): boolean {
  const own = findSecretOwner(secret)
  return own !== null && (own === everyMerchant || merchantId === own || merchantId.startsWith(`${own}.`))
}
