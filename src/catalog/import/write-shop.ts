import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'
import type { Calendar } from '../../lib/calendar.ts'
import type { Field } from '../../lib/fields/field.ts'
import { type FilledSlots, listAdditions } from '../../slots.ts'
import { ShopRules } from '../shop-rules.ts'
import { type CatalogChange, formatValue } from './catalog-change.ts'
import type { ParsedCoupon, ParsedRules } from './parsed-catalog.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Writes the coupons of a file, and returns those of an account in the form of its file. */
    catalogCoupons: {
      /** The terms that a coupon of a file may have. */
      fields: readonly Field[]
      write(tx: Tx, shop: ShopImport, coupons: ParsedCoupon[]): Promise<CatalogChange[]>
      read(em: EntityManager, calendar: Calendar, keys: ReadonlySet<string>): Promise<object[]>
    }
  }
}

export interface ShopImport {
  accountId: number
  now: Date
  calendar: Calendar
}

/**
 * Sets an account's rules and coupons from its catalogue file; those that the file does not mention stay unchanged.
 * Returns the changes.
 */
export async function writeShop(
  tx: Tx,
  shop: ShopImport & { slots: FilledSlots },
  { rules, coupons }: { rules: ParsedRules | null; coupons: ParsedCoupon[] },
): Promise<CatalogChange[]> {
  const { em } = tx
  const { accountId } = shop
  const before = rules && (await em.findOne(ShopRules, { account: accountId }, { disableIdentityMap: true }))
  const changes = rules ? listChanges('rules', '', before, rules) : []
  if (rules) await em.upsert(ShopRules, { account: accountId, ...rules })
  if (coupons.length === 0) return changes
  for (const { write } of listAdditions(shop, 'catalogCoupons')) changes.push(...(await write(tx, shop, coupons)))
  return changes
}

/** Returns the terms that a coupon of a file may have; null if the shop has no coupons. */
export function listCouponFields(app: { slots: FilledSlots }): readonly Field[] | null {
  return listAdditions(app, 'catalogCoupons')[0]?.fields ?? null
}

/** Returns the changes of a row's fields. */
export function listChanges(
  kind: CatalogChange['of'],
  name: string,
  before: object | null,
  values: object,
): CatalogChange[] {
  const was = (before ?? {}) as Record<string, unknown>
  const fields = Object.entries(values)
    .filter(([field, value]) => !isDeepStrictEqual(plainValue(was[field]), plainValue(value)))
    .map(([field, value]) => ({ field, from: formatValue(was[field]), to: formatValue(value) }))
  const isNew = before === null && kind === 'coupon'
  return isNew || fields.length > 0 ? [{ of: kind, name, isNew, fields: isNew ? [] : fields }] : []
}

// Converts lists and groups from the database to the form of the file, so that equal values compare equal.
function plainValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
