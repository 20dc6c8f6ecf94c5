import { type ArchivedTable, foreignPersonSql, freeTokenSql } from '../../database/archived-table.ts'

/** Keeps a public id, unless a bill here already has it. */
const freeBill = `case when exists (select 1 from public.bill other where other.public_id = s.public_id)
  then 'BILL-' || left(upper(replace(gen_random_uuid()::text, '-', '')), 17) else s.public_id end`

export const billTables: Record<string, ArchivedTable> = {
  bill: {
    refers: { customer_id: 'customer' },
    leftOut: {
      reminders: 'the shop there reminds, until somebody here wants to',
      remind_at: 'the shop there reminds, until somebody here wants to',
      reminded_at: 'the shop there reminds, until somebody here wants to',
    },
    arrives: {
      public_id: freeBill,
      slug: freeTokenSql('bill', 'slug'),
      created_by: foreignPersonSql('created_by'),
    },
    rules: { metadata: 'texts', redirect_url: 'redirect address', collected: 'not negative', uses: 'not negative' },
  },
  bill_line: {
    refers: { bill_id: 'bill', variant_id: 'variant' },
    rules: { price: 'positive', surcharge: 'not negative', makings: 'makings' },
  },
  bill_part: {
    leftOut: { browser: 'a browser at the other address', address: 'where that browser was' },
    refers: { invoice_id: 'payment', bill_id: 'bill' },
    // Open payments are imported as cancelled.
    arrives: { state: `case s.state when 'open' then 'ended' else s.state end` },
  },
}

export const billExcludedTables = {
  bill_card: 'a message of the bot there',
  bill_offer: 'of the bot there',
}
