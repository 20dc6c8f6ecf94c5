import type { ForeignOrder, ForeignShop, OrderState, PlacedOrder, Warung } from '../../kit/scenario/scenario.ts'
import type { Site } from './site.ts'

export const unitsAtFirst = 10

// WooCommerce's names of states, and those of the scenario.
const states: Record<string, OrderState> = {
  'wc-pending': 'waiting',
  'wc-processing': 'paid',
  'wc-completed': 'paid',
  'wc-on-hold': 'onHold',
  'wc-cancelled': 'cancelled',
  'wc-refunded': 'refunded',
}

/** Returns the plugin's settings for a connection to a test shop. */
export function connected(warung: Pick<Warung, 'url' | 'key'>): Record<string, string> {
  return { enabled: 'yes', base_url: warung.url, api_key: warung.key }
}

/** Reads an order and its books from WooCommerce's tables. */
export function readOrder(site: Site, order: string): ForeignOrder {
  const [row] = site.query(
    `select o.status, d.date_paid_gmt as paid from wp_wc_orders o
     join wp_wc_order_operational_data d on d.order_id = o.id where o.id = ?`,
    Number(order),
  )
  const [{ bookings }] = site.query(
    'select count(*) as bookings from wp_options where option_name like ?',
    `bridge_booked_${order}_%`,
  )
  const [{ refunded }] = site.query(
    `select coalesce(sum(-total_amount), 0) as refunded from wp_wc_orders
     where type = 'shop_order_refund' and parent_order_id = ?`,
    Number(order),
  )
  const state = states[row.status]
  if (!state) throw new Error(`order ${order} is ${row.status}`)
  return {
    state: state === 'paid' && refunded > 0 ? 'partlyRefunded' : state,
    booked: row.paid === null ? bookings : Math.max(bookings, 1),
    stock: unitsAtFirst - stockOf(site, order),
    refunded,
  }
}

const products = new Map<string, number>()

function stockOf(site: Site, order: string): number {
  const [{ stock }] = site.query(
    "select meta_value as stock from wp_postmeta where post_id = ? and meta_key = '_stock'",
    products.get(`${site.url} ${order}`)!,
  )
  return Number(stock)
}

export function notesOf(site: Site, order: string): string[] {
  const sql =
    "select comment_content as text from wp_comments where comment_post_ID = ? and comment_type = 'order_note'"
  return site.query(sql, Number(order)).map(({ text }) => text)
}

export interface PlacedInWoocommerce extends PlacedOrder {
  key: string
  /** The address of the thank-you page. */
  thanks: string
}

export async function placeOrder(site: Site, amount: number, more: object = {}): Promise<PlacedInWoocommerce> {
  const placed = await site.bridge('place', { amount, ...more })
  if (placed.result !== 'success') throw new Error(JSON.stringify(placed))
  products.set(`${site.url} ${placed.order}`, placed.product)
  const { invoice, reference, key, redirect } = placed
  return { order: String(placed.order), invoice, ids: [invoice, reference], key, thanks: redirect }
}

/** Returns the address to which the checkout led; otherwise one that WooCommerce accepts for the order. */
export function thankYouUrl(
  site: Site,
  { order, key, thanks }: { order: string; key: string; thanks?: string },
): string {
  return thanks ?? `${site.url}/?order-received=${order}&key=${key}`
}

/** Opens a WordPress site for the scenario. */
export async function openWoocommerce(warung: Warung, site: Site): Promise<ForeignShop> {
  await site.open()
  await site.bridge('settings', { settings: connected(warung) })
  const { errors } = await site.bridge('connect')
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const [{ settings }] = site.query(
    "select option_value as settings from wp_options where option_name = 'woocommerce_warung_settings'",
  )
  const [, secret = ''] = /"endpoint_secret";s:\d+:"([^"]+)"/.exec(settings) ?? []
  return {
    receiverUrl: () => site.url,
    secret,
    async placeOrder(amount) {
      const placed = await placeOrder(site, amount)
      // The provider creates the code, which the customer then views.
      await warung.shop.work()
      return placed
    },
    readOrder: async order => readOrder(site, order),
    async lookAgain(placed) {
      await fetch(thankYouUrl(site, placed as PlacedInWoocommerce))
    },
    async cancelOrder({ order }) {
      await site.bridge('status', { order, status: 'cancelled' })
    },
    async abandonOrder({ order }) {
      await site.bridge('abandon', { order })
    },
    async refundOrder({ order }, amount) {
      const { error } = await site.bridge('refund', { order, amount })
      if (error) throw new Error(error)
    },
    killReceiver: () => site.kill(),
    startReceiver: () => site.start(),
    close: () => site.close(),
  }
}
