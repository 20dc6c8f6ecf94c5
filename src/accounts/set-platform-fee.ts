import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

const feeMaxBps = 1000

/** For every door that sets a fee: Bank Indonesia forbids merchants to pass the cost of QRIS on to their customers. */
export const surchargeWarning =
  'Charging customers a fee for QRIS is not allowed in Indonesia (PBI 23/6/2021, article 52): customers may report it, and the provider may end the contract.'

/**
 * Sets what customers pay on top of the amount with `qris_platform`, in basis points (100 are 1 %). Refuses
 * `invalid_request`.
 */
export async function setPlatformFee(app: Needs<'em'>, accountId: number, feeBps: number): Promise<void> {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > feeMaxBps) {
    throw refuseField('fee', `is 0 to ${feeMaxBps} basis points`)
  }
  await app.em({ accountId }).nativeUpdate(Account, { id: accountId }, { platformFeeBps: feeBps })
}
