import { keySearchSql } from '../../database/key-search-sql.ts'
import type { Mode } from '../../database/scope.ts'

interface BillSearch {
  accountId: number
  mode: Mode
  limit: number
  patterns: string[]
  publicId: string
}

interface BillHit {
  public_id: string
  title: string
  customer_name: string | null
  amount: number | null
  created_at: Date
}

export const findBillsSql = keySearchSql<BillSearch, BillHit>(
  {
    name: 'bill',
    columns: ['public_id', 'title', 'customer_name', 'amount', 'created_at'],
    owned: 'account_id = :accountId::bigint and mode = :mode::text',
    newestFirst: 'created_at desc, id desc',
    text: `public_id || chr(31) || slug || chr(31) || title || chr(31) || coalesce(reference, '') || chr(31) ||
      coalesce(customer_name, '') || chr(31) || coalesce(customer_phone, '') || chr(31) ||
      coalesce(customer_phone_digits, '') || chr(31) || coalesce(amount::text, '')`,
  },
  [{ where: 'public_id = :publicId::text' }],
)
