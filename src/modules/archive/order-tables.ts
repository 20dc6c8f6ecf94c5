import { type ArchivedTable, freeToken, words } from '../../database/archived-table.ts'

const isOpen = `s.status in ('pending', 'waiting_payment')`

export const orderTables: Record<string, ArchivedTable> = {
  // An order that nobody has paid is cancelled, and its customer is told nothing.
  store_order: {
    columns: words(`
      id mode order_number token customer_id once status total discount coupon_code delivery_fee receiving
      delivery_zone table_number slot_at customer_name customer_phone address note
      invoice_count refund_due cancelled_by seller_note undo_count created_at
      pending_since paid_at completed_at cancelled_at sequence door paid_via
      shipped_at courier tracking_number tracking_url receive_by received_at`),
    leftOut: {
      card_message_id: 'a message of the bot there',
      held_until: 'nothing is kept for an order that arrives as cancelled',
      moved_from: 'a move is taken back where it was made',
      moved_at: 'a move is taken back where it was made',
    },
    refers: { customer_id: 'customer' },
    arrives: {
      token: freeToken('store_order', 'token'),
      status: `case when ${isOpen} then 'cancelled' else s.status end`,
      cancelled_by: `case when ${isOpen} then 'unpaid' else s.cancelled_by end`,
      cancelled_at: `case when ${isOpen} then i.at else s.cancelled_at end`,
      // It becomes a link: the archive is a file that anybody may have written.
      tracking_url: `case when s.tracking_url ~ '^https://[^[:space:]<>"]+$' then s.tracking_url end`,
    },
  },
  order_item: {
    columns: words(`
      id mode order_id variant_id position product_name variant_name kind stock_mode price quantity surcharge file_id
      content_id stock_state delivered_at`),
    refers: { order_id: 'store_order', variant_id: 'variant', file_id: 'digital_file', content_id: 'hidden_content' },
    arrives: { stock_state: `case s.stock_state when 'held' then 'free' else s.stock_state end` },
    rules: { surcharge: 'not negative' },
  },
  order_item_making: {
    columns: words('id mode position quantity price choices order_item_id'),
    refers: { order_item_id: 'order_item' },
    rules: { choices: 'choices' },
  },
  receipt_showing: { columns: words('number first_shown_at') },
  // An offer that nobody took stays behind: its message is in the chat of the bot there.
  stock_unit: {
    columns: words('id variant_id mode line state created_at order_item_id star_purchase_id'),
    refers: { variant_id: 'variant', order_item_id: 'order_item', star_purchase_id: 'star_purchase' },
    // Stock that was kept for an open order is for sale again.
    reads: {
      state: `case t.state when 'held' then 'available' else t.state end`,
      order_item_id: `case t.state when 'held' then null else t.order_item_id end`,
      star_purchase_id: `case t.state when 'held' then null else t.star_purchase_id end`,
    },
  },
  review: {
    columns: words('order_id mode stars text created_at'),
    refers: { order_id: 'store_order' },
  },
  product_rating: {
    columns: words('product_id mode reviews stars'),
    refers: { product_id: 'product' },
  },
}
