/** What a provider's answer proves about a key. An absent fact is unknown. */
export interface KeyFacts {
  /** Whether the key moves real money. */
  environment?: 'live' | 'test'
  /** What the provider keeps of each QRIS payment: a sum in rupiah and a percentage. */
  fee?: { flat: number; percent: number }
  /** The least and the most that a code may ask for, in whole rupiah. */
  amountMin?: number
  amountMax?: number
  /** Permissions that the key lacks, named as on the provider's own page. */
  missingPermissions?: readonly string[]
}
