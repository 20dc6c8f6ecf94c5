import { type ArchivedTable, freeTokenSql, storedAsSql } from '../../database/archived-table.ts'
import { noBotId } from '../../orders/customers/chatless.ts'

const nobodyOr = (column: string) =>
  `case when s.bot_id = ${noBotId} then -1 - floor(random() * 2 ^ 48)::bigint else s.${column} end`

export const catalogTables: Record<string, ArchivedTable> = {
  shop_rules: {
    rules: { hours: 'hours', holidays: 'holidays', zones: 'zones' },
  },
  category: {
    refers: { parent_id: 'category' },
    arrives: { public_id: freeTokenSql('category', 'public_id') },
  },
  digital_file: {
    content: { storage_key: 'files' },
    arrives: { storage_key: storedAsSql('storage_key') },
    rules: { download_count: 'not negative' },
  },
  hidden_content: {
    // A page turns it into a link.
    arrives: { content_type: `case when s.body ~ '^\\s*https?://\\S+\\s*$' then 'link' else 'text' end` },
    rules: { view_count: 'not negative' },
  },
  product_image: {
    content: { storage_key: 'images' },
    arrives: { storage_key: storedAsSql('storage_key') },
    rules: { mime_type: 'picture type' },
  },
  product: {
    refers: { category_id: 'category', image_id: 'product_image' },
    arrives: { public_id: freeTokenSql('product', 'public_id') },
  },
  product_picture: {
    refers: { product_id: 'product', image_id: 'product_image' },
  },
  variant: {
    refers: { product_id: 'product', file_id: 'digital_file', content_id: 'hidden_content' },
    arrives: { public_id: freeTokenSql('variant', 'public_id') },
    rules: { stock_url: 'web address' },
  },
  option_group: {
    refers: { product_id: 'product' },
  },
  product_option: {
    refers: { group_id: 'option_group' },
    arrives: { public_id: freeTokenSql('product_option', 'public_id') },
  },
  // Stock reserved by open orders becomes available again, because these orders are imported as cancelled.
  stock: {
    refers: { variant_id: 'variant' },
    arrives: { available: 's.available + s.reserved', reserved: '0' },
  },
  stock_change: {
    leftOut: { once: 'what caused it there' },
    refers: { variant_id: 'variant' },
  },
  customer: {
    leftOut: { talk_until: 'an open talk there' },
    refers: { bot_id: 'bot' },
    nameless: { bot_id: noBotId },
    // Customers without a chat have a placeholder id, and get a new one here.
    arrives: {
      bot_id: `coalesce(to_bot_id.given, s.bot_id)`,
      telegram_user_id: nobodyOr('telegram_user_id'),
      chat_id: nobodyOr('chat_id'),
    },
  },
  cart_line: {
    refers: { customer_id: 'customer', variant_id: 'variant' },
  },
  cart_making: {
    refers: { customer_id: 'customer', variant_id: 'variant' },
  },
  favourite: {
    refers: { customer_id: 'customer', product_id: 'product' },
  },
}
