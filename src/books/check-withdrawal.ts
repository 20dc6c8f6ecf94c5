import type { Standing } from '../keys/standing.ts'
import { formatRupiah } from '../lib/money.ts'
import { type Refusal, refuseField, refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { BankAccount } from './destination.ts'
import { withdrawalMin } from './withdrawal.ts'

/**
 * Refuses `invalid_request` for a withdrawal that can never be paid: in test mode, below the minimum, or to an
 * incomplete bank account.
 */
export function checkWithdrawal(
  { mode }: Pick<Standing, 'mode'>,
  { amount, destination }: { amount: number; destination?: BankAccount | undefined },
): void {
  if (mode !== 'live')
    throw refuseField('X-API-Key', 'is a test key: money is withdrawn in live mode only', 'not_allowed')
  const fields: FieldError[] = []
  if (!Number.isSafeInteger(amount) || amount < withdrawalMin) {
    fields.push({
      path: 'amount',
      error: `is whole rupiah, at least ${formatRupiah(withdrawalMin)}`,
      code: 'out_of_range',
      min: withdrawalMin,
    })
  }
  if (destination) fields.push(...wrongIn(destination))
  if (fields.length === 0) return
  throw refuseFields(fields)
}

/** Returns the refusal for an amount above the available balance. */
export function insufficientBalanceRefusal(available: number): Refusal {
  const most = formatRupiah(Math.max(0, available))
  return refuseField(
    'amount',
    `is at most ${most}, the balance`,
    { code: 'out_of_range', max: available },
    { reason: { code: 'insufficient_balance', available } },
  )
}

function wrongIn({ bank, number, holder }: BankAccount): FieldError[] {
  const fields: FieldError[] = []
  const refuseLength = (path: string, what: string, { min, max }: { min: number; max: number }) =>
    fields.push({ path, error: `has ${min} to ${max} ${what}`, code: 'wrong_length', min, max })
  if (bank.length < 2 || bank.length > 50) refuseLength('bank', 'characters', { min: 2, max: 50 })
  if (!/^\d{5,30}$/.test(number)) refuseLength('account_number', 'digits', { min: 5, max: 30 })
  if (holder.length < 1 || holder.length > 100) refuseLength('account_holder', 'characters', { min: 1, max: 100 })
  return fields
}
