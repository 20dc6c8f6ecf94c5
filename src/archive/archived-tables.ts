import { accountTables } from './account-tables.ts'
import type { ArchivedTable } from './archived-table.ts'
import { billTables } from './bill-tables.ts'
import { catalogTables } from './catalog-tables.ts'
import { menuTables } from './menu-tables.ts'
import { moneyTables } from './money-tables.ts'
import { orderTables } from './order-tables.ts'

const all: Record<string, ArchivedTable> = {
  ...accountTables,
  ...catalogTables,
  ...orderTables,
  ...moneyTables,
  ...billTables,
  ...menuTables,
}

/** Each after those that it refers to, which is the order in which their rows are written. */
const order = `
  account notice_switch callback_endpoint destination shop_rules bot
  category digital_file hidden_content product_image product product_picture option_group product_option
  variant stock stock_change
  customer coupon cart_line cart_making favourite inviter referral talk_message
  receiving_account connection reading payment payment_reference goods_release hold charge transfer set_aside_row
  store_order order_item order_item_making star_purchase stock_unit order_invoice coupon_use review product_rating
  bill bill_line bill_part receipt_showing menu_page
  withdrawal movement event delivery delivery_attempt audit_entry`

/** The contents of an archive: each table by its name. A table that is neither here nor left out fails a test. */
export const archivedTables: ReadonlyMap<string, ArchivedTable> = new Map(
  order
    .trim()
    .split(/\s+/)
    .map(name => [name, all[name]!]),
)
