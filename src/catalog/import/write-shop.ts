import type { Tx } from '../../database/transaction.ts'
import type { Calendar } from '../../lib/calendar.ts'
import { Coupon } from '../coupon.ts'
import { ShopRules } from '../shop-rules.ts'
import type { ParsedCoupon, ParsedRules } from './parsed-catalog.ts'

/** Sets an account's rules and coupons as its catalogue file says; what the file does not name stays. */
export async function writeShop(
  { em }: Tx,
  { accountId, now, calendar }: { accountId: number; now: Date; calendar: Calendar },
  { rules, coupons }: { rules: ParsedRules | null; coupons: ParsedCoupon[] },
): Promise<void> {
  if (rules) await em.upsert(ShopRules, { account: accountId, ...rules })
  if (coupons.length === 0) return
  const rows = coupons.map(({ startsAt, endsAt, ...coupon }) => ({
    account: accountId,
    ...coupon,
    used: 0,
    usedInTest: 0,
    createdAt: now,
    startsAt: startsAt && calendar.startOfDay(startsAt),
    endsAt: endsAt && calendar.endOfDay(endsAt),
  }))
  await em.upsertMany(Coupon, rows, {
    onConflictFields: ['account', 'code'],
    // How often it was used is not the file's to say.
    onConflictExcludeFields: ['used', 'usedInTest', 'createdAt'],
    batchSize: 1_000,
  })
}
