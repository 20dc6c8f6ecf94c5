/** Returns the customer's surcharge, in whole rupiah: the account's percentage of `qris_platform` (contract 2.1). */
export function computeSurcharge({
  amount,
  uniqueCode,
  finalAmount,
}: {
  amount: number
  uniqueCode: number
  finalAmount: number
}): number {
  return finalAmount - amount - uniqueCode
}
