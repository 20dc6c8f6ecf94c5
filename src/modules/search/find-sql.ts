import { keySearchSql, makePrefixKey, type SearchKey } from '../../database/key-search-sql.ts'
import type { Mode } from '../../database/scope.ts'
import type { Statement } from '../../lib/statement.ts'
import { searchedOrderSql } from '../../orders/order-search.ts'

const orderKeys = {
  number: { where: 'order_number = :number::text' },
  ending: { where: 'right(order_number, 6) = :ending::text' },
  phone: makePrefixKey('reverse(customer_phone_digits)', 'phone'),
  name: makePrefixKey('lower(customer_name)', 'name'),
} satisfies Record<string, SearchKey>

export type OrderKey = keyof typeof orderKeys
export const orderKeyNames = Object.keys(orderKeys) as OrderKey[]

export interface OrderValues extends PersonValues {
  mode: Mode
  number?: string
  ending?: string
}

/** The values by which persons are found. */
export interface PersonValues {
  accountId: number
  limit: number
  patterns: string[]
  phone?: { from: string; until: string }
  name?: { from: string; until: string }
}

export interface OrderRow {
  order_number: string
  customer_name: string
  total: number
  created_at: Date
}

export function findOrdersSql(keys: readonly OrderKey[]): Statement<OrderValues, OrderRow & { rank: number }> {
  return keySearchSql(
    {
      name: 'store_order',
      columns: ['order_number', 'customer_name', 'total', 'created_at'],
      owned: 'account_id = :accountId::bigint and mode = :mode::text',
      newestFirst: 'created_at desc, id desc',
      text: `${searchedOrderSql} || chr(31) || total::text`,
    },
    keys.map(name => orderKeys[name]),
  )
}

const customerKeys = {
  phone: makePrefixKey('reverse(phone_digits)', 'phone'),
  name: makePrefixKey('lower(name)', 'name'),
} satisfies Record<string, SearchKey>

export type CustomerKey = keyof typeof customerKeys
export const customerKeyNames = Object.keys(customerKeys) as CustomerKey[]

export interface CustomerRow {
  id: number
  bot_id: number
  name: string
  phone: string | null
}

export function findCustomersSql(
  keys: readonly CustomerKey[],
): Statement<PersonValues, CustomerRow & { rank: number }> {
  return keySearchSql(
    {
      name: 'customer',
      columns: ['id', 'bot_id', 'name', 'phone'],
      owned: 'account_id = :accountId::bigint',
      newestFirst: 'id desc',
      text: `name || chr(31) || coalesce(phone, '') || chr(31) || coalesce(phone_digits, '')`,
    },
    keys.map(name => customerKeys[name]),
  )
}

interface GoodsValues {
  accountId: number
  limit: number
  patterns: string[]
}

export interface GoodsRow {
  id: number
  public_id: string
  name: string
}

export const findGoodsSql = keySearchSql<GoodsValues, GoodsRow>(
  {
    name: 'product',
    columns: ['id', 'public_id', 'name'],
    owned: 'account_id = :accountId::bigint',
    newestFirst: 'id desc',
    text: `name || chr(31) || key`,
  },
  [],
)
