import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../database/transaction.ts'
import type { Calendar } from '../../lib/calendar.ts'
import { Coupon } from '../coupon.ts'
import { ShopRules } from '../shop-rules.ts'
import { type CatalogChange, shownValue } from './catalog-change.ts'
import type { ParsedCoupon, ParsedRules } from './parsed-catalog.ts'

/**
 * Sets an account's rules and coupons as its catalogue file says; what the file does not name stays. Returns what that
 * changed.
 */
export async function writeShop(
  { em }: Tx,
  { accountId, now, calendar }: { accountId: number; now: Date; calendar: Calendar },
  { rules, coupons }: { rules: ParsedRules | null; coupons: ParsedCoupon[] },
): Promise<CatalogChange[]> {
  const before = rules && (await em.findOne(ShopRules, { account: accountId }, { disableIdentityMap: true }))
  const changes = rules ? changesOf('rules', '', before, rules) : []
  if (rules) await em.upsert(ShopRules, { account: accountId, ...rules })
  if (coupons.length === 0) return changes
  const codes = coupons.map(({ code }) => code)
  const known = await em.find(Coupon, { code: codes }, { disableIdentityMap: true })
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
  const byCode = new Map(known.map(coupon => [coupon.code, coupon]))
  const ofCoupons = rows.map(({ account, used, usedInTest, createdAt, ...coupon }) =>
    changesOf('coupon', coupon.code, byCode.get(coupon.code) ?? null, coupon),
  )
  return [...changes, ...ofCoupons.flat()]
}

function changesOf(of: CatalogChange['of'], name: string, before: object | null, values: object): CatalogChange[] {
  const was = (before ?? {}) as Record<string, unknown>
  const fields = Object.entries(values)
    .filter(([field, value]) => !isDeepStrictEqual(plainValue(was[field]), plainValue(value)))
    .map(([field, value]) => ({ field, from: shownValue(was[field]), to: shownValue(value) }))
  const isNew = before === null && of === 'coupon'
  return isNew || fields.length > 0 ? [{ of, name, isNew, fields: isNew ? [] : fields }] : []
}

// Lists and groups of the database are those of the file where they hold the same.
function plainValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
