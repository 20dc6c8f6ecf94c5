import type { Standing } from '../keys/standing.ts'
import { formatRupiah } from '../lib/money.ts'
import { type FieldError, Refusal, refuseField } from '../lib/refusal.ts'
import type { BankAccount } from './destination.ts'
import { withdrawalMin } from './withdrawal.ts'

/** Refuses `invalid_request` for what no balance could pay out: in test mode, too little, to half a bank account. */
export function checkWithdrawal(
  { mode }: Pick<Standing, 'mode'>,
  { amount, destination }: { amount: number; destination?: BankAccount | undefined },
): void {
  if (mode !== 'live') throw refuseField('X-API-Key', 'is a test key: money is withdrawn in live mode only')
  const fields: FieldError[] = []
  if (!Number.isSafeInteger(amount) || amount < withdrawalMin) {
    fields.push({ path: 'amount', error: `is whole rupiah, at least ${formatRupiah(withdrawalMin)}` })
  }
  if (destination) fields.push(...wrongIn(destination))
  if (fields.length === 0) return
  throw new Refusal('invalid_request', fields.map(({ path, error }) => `${path}: ${error}`).join('; '), { fields })
}

/** For an amount above what there is. */
export function insufficientBalance(available: number): Refusal {
  const most = formatRupiah(Math.max(0, available))
  return refuseField('amount', `is at most ${most}, the balance`, 'insufficient_balance')
}

function wrongIn({ bank, number, holder }: BankAccount): FieldError[] {
  return [
    { path: 'bank', error: 'has 2 to 50 characters', isRight: bank.length >= 2 && bank.length <= 50 },
    { path: 'account_number', error: 'has 5 to 30 digits', isRight: /^\d{5,30}$/.test(number) },
    { path: 'account_holder', error: 'has 1 to 100 characters', isRight: holder.length >= 1 && holder.length <= 100 },
  ]
    .filter(({ isRight }) => !isRight)
    .map(({ path, error }) => ({ path, error }))
}
