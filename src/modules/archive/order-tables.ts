import { type ArchivedTable, freeTokenSql } from '../../database/archived-table.ts'

const isOpen = `s.status in ('pending', 'waiting_payment')`

export const orderTables: Record<string, ArchivedTable> = {
  // An unpaid order is cancelled without notifying its customer.
  store_order: {
    leftOut: {
      card_message_id: 'a message of the bot there',
      held_until: 'nothing is kept for an order that arrives as cancelled',
      moved_from: 'a move is taken back where it was made',
      moved_at: 'a move is taken back where it was made',
    },
    refers: { customer_id: 'customer' },
    arrives: {
      token: freeTokenSql('store_order', 'token'),
      status: `case when ${isOpen} then 'cancelled' else s.status end`,
      cancelled_by: `case when ${isOpen} then 'unpaid' else s.cancelled_by end`,
      cancelled_at: `case when ${isOpen} then i.at else s.cancelled_at end`,
      // It becomes a link, and anyone may have written the archive.
      tracking_url: `case when s.tracking_url ~ '^https://[^[:space:]<>"]+$' then s.tracking_url end`,
    },
  },
  order_item: {
    refers: { order_id: 'store_order', variant_id: 'variant', file_id: 'digital_file', content_id: 'hidden_content' },
    arrives: { stock_state: `case s.stock_state when 'held' then 'free' else s.stock_state end` },
    rules: { surcharge: 'not negative' },
  },
  order_item_making: {
    refers: { order_item_id: 'order_item' },
    rules: { choices: 'choices' },
  },
  receipt_showing: {},
  // An offer that was not accepted is skipped: its message is in the chat of the original installation's bot.
  stock_unit: {
    refers: { variant_id: 'variant', order_item_id: 'order_item', star_purchase_id: 'star_purchase' },
    // Stock reserved by an open order becomes available again.
    reads: {
      state: `case t.state when 'held' then 'available' else t.state end`,
      order_item_id: `case t.state when 'held' then null else t.order_item_id end`,
      star_purchase_id: `case t.state when 'held' then null else t.star_purchase_id end`,
    },
  },
  review: {
    refers: { order_id: 'store_order' },
  },
  product_rating: {
    refers: { product_id: 'product' },
  },
}
