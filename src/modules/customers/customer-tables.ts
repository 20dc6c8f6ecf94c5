import type { ArchivedTable } from '../../database/archived-table.ts'

/** Exports cards and the numbers by which visits are filed; orders and payments are filed again after the import. */
export const customerTables: Record<string, ArchivedTable> = {
  customer_card: { leftOut: { is_proved: 'the chat there has proved it' } },
  customer_key: { exported: `t.account_id = :account and t.key like 'phone %'`, refers: { card_id: 'customer_card' } },
}

export const customerExcludedTables = {
  phone_code: 'codes that were sent, which end where they were made',
  customer_filing: 'how far cards are filed there',
  customer_visit: 'made anew as orders and payments are filed',
}
