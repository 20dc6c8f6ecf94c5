import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'

const feeMaxBps = 1000

/** Shown wherever a fee is set: Bank Indonesia forbids merchants to pass the cost of QRIS on to their customers. */
export const surchargeWarning =
  'Charging customers a fee for QRIS is not allowed in Indonesia (PBI 23/6/2021, article 52): customers may ' +
  'report it, and the provider may end the contract.'

/**
 * Sets the fee that customers pay on top of the amount with `qris_platform`, in basis points (100 are 1 %). Refuses
 * `invalid_request`.
 */
export async function setPlatformFee(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  feeBps: number,
  by: Actor = commandActor,
): Promise<void> {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > feeMaxBps) {
    throw refuseField('fee', `is 0 to ${feeMaxBps} basis points`, { code: 'out_of_range', min: 0, max: feeMaxBps })
  }
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { platformFeeBps: feeBps })
    const subject = `account ${accountId}`
    await recordAct(app, tx, { accountId, ...by, act: 'settings.fee', subject, detail: { feeBps } })
  })
}

/** Returns a typed percentage, such as `1,5` or `0.7`, in basis points. Refuses `invalid_request`. */
export function readPercent(input: string): number {
  const text = input.trim()
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text))
    throw refuseField('fee', 'is 0 to 10 percent', { code: 'out_of_range', min: 0, max: 10 })
  return Math.round(Number(text.replace(',', '.')) * 100)
}
