import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { refuseMismatchedKey } from '../keys/refuse-mismatched-key.ts'
import type { Standing } from '../keys/standing.ts'
import { generateCrockford } from '../lib/ids.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'
import { announceWithdrawal } from './announce-withdrawal.ts'
import { checkWithdrawal, insufficientBalanceRefusal } from './check-withdrawal.ts'
import { type BankAccount, Destination, isSameBankAccount } from './destination.ts'
import { sumAvailable } from './find-balance.ts'
import { Movement } from './movement.ts'
import { Withdrawal } from './withdrawal.ts'

export interface NewWithdrawal {
  /** The amount in whole rupiah. */
  amount: number
  /** The destination; by default the last one used. */
  destination?: BankAccount | undefined
  idempotencyKey: IdempotencyKey
  by: Actor
}

const changedWaitMs = 86_400_000

/**
 * Deducts an amount from the balance and asks the operator to send it. Requests of one account run one after another,
 * so their sum never exceeds the balance. A changed destination delays approval by 24 hours. Repeating a key returns
 * the same withdrawal.
 *
 * Refuses `invalid_request` (also in test mode), `insufficient_balance` and `idempotency_mismatch`.
 */
export async function requestWithdrawal(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  input: NewWithdrawal,
): Promise<Withdrawal> {
  checkWithdrawal(standing, input)
  return app.transaction({ accountId: standing.accountId, mode: 'live' }, async tx => {
    const destination = await lockDestination(app, tx, standing.accountId, input)
    const earlier = await tx.em.findOne(Withdrawal, { account: standing.accountId, key: input.idempotencyKey.key })
    if (earlier) return sameRequest(earlier, input)
    if (input.destination) changeDestination(app, destination, input.destination)
    return reserveWithdrawal(app, tx, destination, input)
  })
}

/** Returns the row that requests of one account lock, so that they run one after another. */
async function lockDestination(
  app: Needs<'now'>,
  tx: Tx,
  accountId: number,
  { destination }: NewWithdrawal,
): Promise<Destination> {
  if (destination) {
    const first = { ...destination, account: accountId, usableFrom: app.now() }
    await tx.em.qb(Destination).insert(first).onConflict(['account']).ignore().execute()
  }
  const locked = await tx.em.findOne(Destination, { account: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!locked)
    throw refuseField('account_number', 'is required, with bank and account_holder: there is none yet', 'missing')
  return locked
}

function sameRequest(earlier: Withdrawal, { idempotencyKey }: NewWithdrawal): Withdrawal {
  if (earlier.fingerprint.equals(idempotencyKey.fingerprint)) return earlier
  throw refuseMismatchedKey()
}

function changeDestination(app: Needs<'now'>, stored: Destination, newDestination: BankAccount): void {
  const { bank, number, holder } = newDestination
  if (isSameBankAccount(stored, newDestination)) return
  Object.assign(stored, { bank, number, holder, usableFrom: new Date(app.now().getTime() + changedWaitMs) })
}

async function reserveWithdrawal(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  destination: Destination,
  { amount, idempotencyKey, by }: NewWithdrawal,
): Promise<Withdrawal> {
  const account = destination.account.id
  const now = app.now()
  const available = await sumAvailable(tx.em, { accountId: account, mode: 'live' })
  if (amount > available) throw insufficientBalanceRefusal(available)
  const { bank, number, holder, usableFrom } = destination
  const withdrawal = tx.em.create(Withdrawal, {
    id: `WD-${generateCrockford(17)}`,
    account,
    mode: 'live',
    amount,
    status: 'requested',
    bank,
    number,
    holder,
    waitsUntil: usableFrom > now ? usableFrom : null,
    ...idempotencyKey,
    note: null,
    createdAt: now,
    changedAt: now,
  })
  tx.em.create(Movement, withdrawal.taken(now))
  await recordAct(app, tx, {
    accountId: account,
    ...by,
    act: 'withdrawal.requested',
    subject: withdrawal.id,
    detail: { amount, bank, number, waits: withdrawal.waitsUntil !== null },
  })
  await announceWithdrawal(app, tx, withdrawal, by)
  return withdrawal
}
