import { audit, type MemberActing } from '../accounts/audit.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Coupon } from './coupon.ts'

export interface NewCoupon {
  code: string
  /** Either a percentage or an amount in whole rupiah. */
  worth: { percent: number } | { amount: number }
  /** How often it can be used in all; null without end. */
  usesMax: number | null
}

const codeShape = /^[A-Z0-9-]{3,32}$/
const amountMax = 1_000_000_000
const usesLimit = 1_000_000

/**
 * Makes a coupon for everything that the shop sells, good from now on until it is ended. The same again changes
 * nothing, as a message may be handled twice. Refuses `invalid_request` naming `code` (which may be taken), `worth` or
 * `uses`.
 */
export async function makeCoupon(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  { code, worth, usesMax }: NewCoupon,
): Promise<void> {
  const wanted = code.trim().toUpperCase()
  if (!codeShape.test(wanted)) throw refuseField('code', 'has 3 to 32 letters, digits or dashes', 'malformed')
  const percent = 'percent' in worth ? worth.percent : null
  const amount = 'amount' in worth ? worth.amount : null
  if (!isBetween(percent ?? amount!, percent === null ? amountMax : 100))
    throw refuseField('worth', 'is out of range', {
      code: 'out_of_range',
      min: 1,
      max: percent === null ? amountMax : 100,
    })
  if (usesMax !== null && !isBetween(usesMax, usesLimit))
    throw refuseField('uses', 'is out of range', { code: 'out_of_range', min: 1, max: usesLimit })
  await app.transaction({ accountId: acting.accountId }, async tx => {
    const account = acting.accountId
    const made = { account, code: wanted, percent, amount, usesMax, customerId: null, createdAt: app.now() }
    const known = await tx.em.findOne(Coupon, { code: wanted })
    if (known) {
      const isSame = known.isActive && known.percent === percent && known.amount === amount && known.usesMax === usesMax
      if (isSame) return
      throw refuseField('code', 'is taken', 'taken')
    }
    tx.em.create(Coupon, made)
    await tx.em.flush()
    await audit(app, tx, {
      ...acting,
      act: 'coupon.made',
      subject: `coupon ${wanted}`,
      detail: { percent, amount, usesMax },
    })
  })
}

function isBetween(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= max
}
