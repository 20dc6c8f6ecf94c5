import { randomInt } from 'node:crypto'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { lockCards } from './change-card.ts'
import { CustomerCard, CustomerKey } from './customer-card.ts'
import { hashNumber, listPhoneCodeHashes, PhoneCode } from './phone-code.ts'

const lifetimeMs = 30 * 60_000
const codeBelow = 1_000_000
const perHourMax = 10

export interface CreatedPhoneCode {
  code: string
  /** The number to which it has to be sent, `+628123456789`. */
  phone: string
  expiresAt: Date
}

/**
 * Creates a code for a typed number on a card. The merchant sends it only to that number, or reads it out in a call to
 * it, so that only its owner knows it. It replaces the previous code. Refuses `not_found`, `refused_transition` for a
 * card without a number, and `rate_limited` beyond ten an hour.
 */
export async function makePhoneCode(
  app: Needs<'transaction' | 'em' | 'now' | 'seal'>,
  { cardId, key }: { cardId: number; key?: string | undefined },
  { accountId, mode, ...by }: ModeActor,
): Promise<CreatedPhoneCode> {
  const em = app.em({ accountId, mode })
  if (!(await em.findOne(CustomerCard, { id: cardId, erasedAt: null }))) throw notFound('customer')
  const keys = await em.find(CustomerKey, { card: cardId }, { orderBy: { key: 'asc' } })
  const typed = keys.map(one => one.key).filter(one => one.startsWith('phone '))
  const chosen = key === undefined ? typed[0] : typed.find(one => one === key)
  if (!chosen) throw new Refusal('refused_transition', 'The card has no phone number')
  const digits = chosen.slice('phone '.length)
  const attempts = `make phone code ${accountId} ${mode} ${hashNumber(digits)}`
  await takeAttempt(app, { key: attempts, max: perHourMax, windowS: 3600 })
  const code = String(randomInt(codeBelow)).padStart(6, '0')
  const now = app.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const [codeHash] = listPhoneCodeHashes(app, { accountId, mode, digits }, code)
  await app.transaction({ accountId, mode }, async tx => {
    // Concurrent presses take turns.
    await lockCards(tx, [cardId])
    await tx.em.nativeUpdate(PhoneCode, { phoneDigits: digits, isLive: true }, { isLive: false })
    const row = { account: accountId, mode, phoneDigits: digits, codeHash: codeHash!, createdAt: now, expiresAt }
    await tx.em.insert(PhoneCode, { ...row, usedAt: null })
    await recordAct(app, tx, { accountId, ...by, act: 'customer.code_made', subject: `customer card ${cardId}` })
  })
  return { code, phone: `+${digits}`, expiresAt }
}
