import { computePrefixBounds, selectBestHits } from '../../database/key-search-sql.ts'
import type { AccountScope } from '../../database/scope.ts'
import { extractPhoneDigits, listPhoneSpellings } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { makePattern } from '../../payments/rare-pattern.ts'
import {
  type CustomerRow,
  customerKeyNames,
  findCustomersSql,
  findGoodsSql,
  findOrdersSql,
  type GoodsRow,
  type OrderRow,
  type OrderValues,
  orderKeyNames,
  type PersonValues,
} from './find-sql.ts'

interface Search {
  text: string
  limit: number
}

/** Returns the orders that a text may mean: by number, the end of a number or phone number, or the customer's name. */
export async function findOrders(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { text, limit }: Search,
): Promise<OrderRow[]> {
  const values = { ...scope, limit, ...makeOrderValues(text) }
  const keys = orderKeyNames.filter(name => values[name] !== undefined)
  const rows = await app.slowly(({ sql }) => sql.query(findOrdersSql(keys), values), scope)
  return selectBestHits(rows, { keyOf: row => row.order_number, at: row => row.created_at.getTime(), limit })
}

/** Customers of both modes are read, and those of other bots filtered out: an account has few bots. */
const customersRead = 50

/** Returns the customers of these bots that a text may mean: by name or the end of the phone number. */
export async function findCustomers(
  app: Needs<'slowly'>,
  { accountId }: Pick<AccountScope, 'accountId'>,
  { text, limit, botIds }: Search & { botIds: readonly number[] },
): Promise<CustomerRow[]> {
  const values = { accountId, limit: customersRead, ...makePersonValues(text) }
  const keys = customerKeyNames.filter(name => values[name] !== undefined)
  const rows = await app.slowly(({ sql }) => sql.query(findCustomersSql(keys), values), { accountId })
  const own = rows.filter(row => botIds.includes(Number(row.bot_id)))
  return selectBestHits(own, { keyOf: row => row.id, at: row => Number(row.id), limit })
}

/** Returns the products whose name or key contains the text, among the newest ones. */
export async function findGoods(
  app: Needs<'slowly'>,
  { accountId }: Pick<AccountScope, 'accountId'>,
  { text, limit }: Search,
): Promise<GoodsRow[]> {
  const values = { accountId, limit, patterns: makePersonValues(text).patterns }
  const rows = await app.slowly(({ sql }) => sql.query(findGoodsSql, values), { accountId })
  return selectBestHits(rows, { keyOf: row => row.id, at: row => Number(row.id), limit })
}

/** Returns the values for the statement about orders that a text may mean. */
export function makeOrderValues(text: string): Omit<OrderValues, 'accountId' | 'mode' | 'limit'> {
  return {
    ...makePersonValues(text),
    ...(/^ORD-\d{6}-[0-9A-Z]{6}$/i.test(text) && { number: text.toUpperCase() }),
    ...(/^[0-9A-Z]{6}$/i.test(text) && { ending: text.toUpperCase() }),
  }
}

const phoneLike = /^[+(]?[\d\s().-]{4,}$/

export function makePersonValues(text: string): Omit<PersonValues, 'accountId' | 'limit'> {
  const digits = phoneLike.test(text) ? extractPhoneDigits(text) : ''
  return {
    patterns: listPhoneSpellings(text).map(one => makePattern([one])),
    ...(digits.length >= 4
      ? { phone: computePrefixBounds([...digits].reverse().join('')) }
      : { name: computePrefixBounds(text.toLowerCase()) }),
  }
}
