import { type ArchivedTable, freeToken, storedAs, words } from '../../database/archived-table.ts'
import { noBot } from '../../orders/customers/chatless.ts'

const nobodyOr = (column: string) =>
  `case when s.bot_id = ${noBot} then -1 - floor(random() * 2 ^ 48)::bigint else s.${column} end`

export const catalogTables: Record<string, ArchivedTable> = {
  shop_rules: {
    columns: words(`
      delivery_fee free_delivery_from pickup_place hours holidays slot_minutes referral_amount referral_total_min
        referral_days receive_after_days delivers zones tables order_min asks greeting after_order
        whatsapp phone address`),
    rules: { hours: 'hours', holidays: 'holidays', zones: 'zones' },
  },
  category: {
    columns: words('id public_id key level parent_id name position is_active created_at'),
    refers: { parent_id: 'category' },
    arrives: { public_id: freeToken('category', 'public_id') },
  },
  digital_file: {
    columns: words('id original_name file_type file_size content_hash storage_key is_active download_count created_at'),
    content: { storage_key: 'files' },
    arrives: { storage_key: storedAs('storage_key') },
    rules: { download_count: 'not negative' },
  },
  hidden_content: {
    columns: words('id title content_type body is_active view_count created_at'),
    // A page makes a link of it.
    arrives: { content_type: `case when s.body ~ '^\\s*https?://\\S+\\s*$' then 'link' else 'text' end` },
    rules: { view_count: 'not negative' },
  },
  product_image: {
    columns: words('id original_name source_hash storage_key file_size mime_type width height is_active created_at'),
    content: { storage_key: 'images' },
    arrives: { storage_key: storedAs('storage_key') },
    rules: { mime_type: 'picture type' },
  },
  product: {
    columns: words(`
      id public_id key category_id kind name description image_id asks handovers position is_active created_at`),
    refers: { category_id: 'category', image_id: 'product_image' },
    arrives: { public_id: freeToken('product', 'public_id') },
  },
  product_picture: {
    columns: words('product_id image_id position'),
    refers: { product_id: 'product', image_id: 'product_image' },
  },
  variant: {
    columns: words(`
      id public_id product_id key name price star_price stock_mode file_id content_id stock_url weight_g barcode
      low_stock_at position is_active created_at`),
    refers: { product_id: 'product', file_id: 'digital_file', content_id: 'hidden_content' },
    arrives: { public_id: freeToken('variant', 'public_id') },
    rules: { stock_url: 'web address' },
  },
  option_group: {
    columns: words('id product_id key name choices_min choices_max position created_at'),
    refers: { product_id: 'product' },
  },
  product_option: {
    columns: words('id public_id group_id key name price position is_active'),
    refers: { group_id: 'option_group' },
    arrives: { public_id: freeToken('product_option', 'public_id') },
  },
  // Stock that open orders kept is for sale again, because they arrive as cancelled.
  stock: {
    columns: words('variant_id mode available reserved sold imported low_told_at sequence'),
    refers: { variant_id: 'variant' },
    arrives: { available: 's.available + s.reserved', reserved: '0' },
  },
  stock_change: {
    columns: words('id variant_id mode delta reason created_at'),
    leftOut: { once: 'what caused it there' },
    refers: { variant_id: 'variant' },
  },
  customer: {
    columns: words(
      'id bot_id telegram_user_id chat_id name phone address language blocked_at promo_stopped_at created_at token',
    ),
    leftOut: { talk_until: 'an open talk there' },
    refers: { bot_id: 'bot' },
    nameless: { bot_id: noBot },
    // Customers without a chat are nobody in Telegram, here as there: another nobody.
    arrives: {
      bot_id: `coalesce(to_bot_id.given, s.bot_id)`,
      telegram_user_id: nobodyOr('telegram_user_id'),
      chat_id: nobodyOr('chat_id'),
    },
  },
  cart_line: {
    columns: words('customer_id variant_id quantity added_at'),
    refers: { customer_id: 'customer', variant_id: 'variant' },
  },
  cart_making: {
    columns: words('customer_id variant_id key choices quantity added_at'),
    refers: { customer_id: 'customer', variant_id: 'variant' },
  },
  favourite: {
    columns: words('customer_id product_id marked_at'),
    refers: { customer_id: 'customer', product_id: 'product' },
  },
}
