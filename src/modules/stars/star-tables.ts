import { type ArchivedTable, freeTokenSql } from '../../database/archived-table.ts'

export const starTables: Record<string, ArchivedTable> = {
  star_purchase: {
    leftOut: {
      invoice_message_id: 'a message of the bot there',
      held_until: 'what was not bought stays behind',
      retry_at: 'Stars that are owed go back from where they came',
      lease_token: 'a process there',
      lease_holder: 'a process there',
    },
    exported: `t.account_id = :account and t.status not in ('offered', 'reserved')`,
    refers: { customer_id: 'customer', variant_id: 'variant', file_id: 'digital_file', content_id: 'hidden_content' },
    arrives: { token: freeTokenSql('star_purchase', 'token') },
  },
}
