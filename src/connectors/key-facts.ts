/** The facts about a key that a provider's answer proves; absent ones are unknown. */
export interface KeyFacts {
  /** Whether the key moves real money. */
  environment?: 'live' | 'test'
  /** The provider's share of each QRIS payment: a sum in rupiah and a percentage. */
  fee?: { flat: number; percent: number }
  /** The fee for one amount in rupiah, if the provider states no rate. */
  feeOf?: { amount: number; fee: number }
  /** The minimum amount of a code, in whole rupiah; `amountMax` is the maximum. */
  amountMin?: number
  amountMax?: number
  /** Permissions that the key lacks, named as on the provider's own page. */
  missingPermissions?: readonly string[]
}
