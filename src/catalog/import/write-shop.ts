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
  for (const { startsAt, endsAt, ...coupon } of coupons) {
    await em.upsert(
      Coupon,
      {
        ...{ account: accountId, ...coupon, used: 0, usedInTest: 0, createdAt: now },
        startsAt: startsAt && calendar.startOfDay(startsAt),
        endsAt: endsAt && calendar.endOfDay(endsAt),
      },
      // How often it was used is not the file's to say.
      { onConflictFields: ['account', 'code'], onConflictExcludeFields: ['used', 'usedInTest', 'createdAt'] },
    )
  }
}
