import { keySearchSql } from '../../database/key-search-sql.ts'
import type { Mode } from '../../database/scope.ts'
import { searchedCardSql } from './customer-card.ts'

interface CardSearch {
  accountId: number
  mode: Mode
  limit: number
  patterns: string[]
  /** An order number or an invoice id. */
  subject: string
}

interface CardHit {
  id: number
  name: string
  phone: string | null
  last_seen_at: Date
}

export const findCardsSql = keySearchSql<CardSearch, CardHit>(
  {
    name: 'customer_card',
    columns: ['id', 'name', 'phone', 'last_seen_at'],
    owned: 'account_id = :accountId::bigint and mode = :mode::text',
    newestFirst: 'last_seen_at desc, id desc',
    text: `${searchedCardSql} || chr(31) || array_to_string(tags, chr(31))`,
  },
  [{ where: 'id = (select card_id from customer_visit where subject = :subject::text)' }],
)
