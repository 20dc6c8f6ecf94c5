import net from 'node:net'
import type pg from 'pg'
import { createEmptyTestDatabase, type TestDatabase } from '../kit/database.ts'
import type { ForeignOrder, ForeignShop, OrderState, PlacedOrder, Warung } from '../kit/scenario/scenario.ts'
import { findFreePort, waitUntil } from '../kit/shop-process.ts'
import { ForeignProcess } from './foreign-process.ts'
import { pluginSettings } from './plugin-settings.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
type Answer = any

const provider = 'pp_warung_warung'
const stockAtFirst = 1_000_000
const withinMs = 120_000

/** A real Medusa with the plugin, in a separate process with its own PostgreSQL database. */
export class MedusaShop implements ForeignShop {
  readonly #warung: Warung
  readonly #process: ForeignProcess
  readonly #database: TestDatabase
  readonly #bridge: Bridge
  readonly #url: string
  #token = ''
  #storeKey = ''
  #region = ''
  #channel = ''
  #location = ''

  static async open(warung: Warung, folder: string): Promise<MedusaShop> {
    const database = await createEmptyTestDatabase()
    const port = await findFreePort()
    const settings = await pluginSettings(warung, '/hooks/warung')
    const bridge = await bridgeTo(database.connection)
    const process = new ForeignProcess(folder, 'test/shop.ts', {
      PORT: String(port),
      DATABASE_URL: bridge.url,
      WARUNG: JSON.stringify(settings),
      MEDUSA_DISABLE_TELEMETRY: '1',
      NODE_ENV: 'production',
    })
    await process.start({ IS_NEW: '1' })
    const shop = new MedusaShop(warung, process, { database, bridge, url: `http://127.0.0.1:${port}` })
    await shop.#prepare()
    return shop
  }

  private constructor(
    warung: Warung,
    process: ForeignProcess,
    { database, bridge, url }: { database: TestDatabase; bridge: Bridge; url: string },
  ) {
    this.#warung = warung
    this.#process = process
    this.#database = database
    this.#bridge = bridge
    this.#url = url
  }

  async #ask(path: string, body: object | undefined, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`)
    return JSON.parse(answer)
  }

  /** Calls the Admin API; sends a POST if there is a body. */
  admin(path: string, body?: object): Promise<Answer> {
    return this.#ask(`/admin${path}`, body, { authorization: `Bearer ${this.#token}` })
  }

  /** Calls the Store API as a customer. */
  store(path: string, body?: object): Promise<Answer> {
    return this.#ask(`/store${path}`, body, { 'x-publishable-api-key': this.#storeKey })
  }

  /** Configures rupiah, as a shop in Indonesia does. */
  async #prepare(): Promise<void> {
    const login = { email: 'admin@example.id', password: 'admin' }
    this.#token = (await this.#ask('/auth/user/emailpass', login, {})).token
    const { stores } = await this.admin('/stores')
    await this.admin(`/stores/${stores[0].id}`, { supported_currencies: [{ currency_code: 'idr', is_default: true }] })
    const regions = { name: 'Indonesia', currency_code: 'idr', countries: ['id'], payment_providers: [provider] }
    this.#region = (await this.admin('/regions', regions)).region.id
    this.#channel = (await this.admin('/sales-channels', { name: 'Toko' })).sales_channel.id
    const key = (await this.admin('/api-keys', { title: 'Toko', type: 'publishable' })).api_key
    this.#storeKey = key.token
    await this.admin(`/api-keys/${key.id}/sales-channels`, { add: [this.#channel] })
    this.#location = (await this.admin('/stock-locations', { name: 'Gudang' })).stock_location.id
    await this.admin(`/stock-locations/${this.#location}/sales-channels`, { add: [this.#channel] })
  }

  /** Changes Medusa's own tables, for states that no API can create. */
  async execute(sql: string, values: unknown[]): Promise<void> {
    await this.#database.pool.query(sql, values)
  }

  /** Adds a product that costs this many rupiah, and returns the id of its variant. */
  async addVariant(rupiah: number): Promise<string> {
    const { product } = await this.admin('/products', {
      title: `Kopi ${crypto.randomUUID()}`,
      status: 'published',
      options: [{ title: 'Ukuran', values: ['Besar'] }],
      sales_channels: [{ id: this.#channel }],
      variants: [
        {
          title: 'Besar',
          sku: crypto.randomUUID(),
          manage_inventory: true,
          options: { Ukuran: 'Besar' },
          prices: [{ currency_code: 'idr', amount: rupiah }],
        },
      ],
    })
    const [variant] = product.variants
    const { inventory_items: items } = await this.admin(`/inventory-items?sku=${variant.sku}`)
    await this.admin(`/inventory-items/${items[0].id}`, { requires_shipping: false })
    const level = { location_id: this.#location, stocked_quantity: stockAtFirst }
    await this.admin(`/inventory-items/${items[0].id}/location-levels`, level)
    return variant.id
  }

  /** Buys one unit up to the order, whose payment is still open. */
  async checkOut(variant: string): Promise<Answer> {
    const { cart } = await this.store('/carts', {
      region_id: this.#region,
      email: 'siti@example.id',
      items: [{ variant_id: variant, quantity: 1 }],
    })
    const { payment_collection: collection } = await this.store('/payment-collections', { cart_id: cart.id })
    const data = { redirect_url: 'https://toko.example/done' }
    await this.store(`/payment-collections/${collection.id}/payment-sessions`, { provider_id: provider, data })
    const { type, order, error } = await this.store(`/carts/${cart.id}/complete`, {})
    if (type !== 'order') throw new Error(`the cart was not completed: ${JSON.stringify(error)}`)
    return this.orderById(order.id)
  }

  async orderById(id: string): Promise<Answer> {
    const fields = [
      'id,status,metadata,payment_status,total,summary',
      '*payment_collections.payment_sessions',
      '*payment_collections.payments',
      '*payment_collections.payments.captures',
      '*payment_collections.payments.refunds',
      '*items.variant.inventory_items.inventory.location_levels',
    ]
    return (await this.admin(`/orders/${id}?fields=${fields.join(',')}`)).order
  }

  receiverUrl(): string {
    return this.#url
  }

  async placeOrder(amount: number): Promise<PlacedOrder> {
    const order = await this.checkOut(await this.addVariant(amount))
    const [session] = order.payment_collections[0].payment_sessions
    const { invoice_id } = session.data
    return { order: order.id, invoice: invoice_id, ids: [invoice_id, session.id] }
  }

  async readOrder(id: string): Promise<ForeignOrder> {
    const order = await this.orderById(id)
    const payments = order.payment_collections.flatMap((collection: Answer) => collection.payments)
    const captures = payments.flatMap((payment: Answer) => payment.captures)
    const refunds = payments.flatMap((payment: Answer) => payment.refunds)
    const sum = (entries: Answer[]) => entries.reduce((total, { amount }) => total + amount, 0)
    const [level] = order.items[0].variant.inventory_items[0].inventory.location_levels
    const reserved = level.reserved_quantity + stockAtFirst - level.stocked_quantity
    return {
      state: stateOf(order, sum(captures), sum(refunds)),
      booked: captures.length,
      stock: reserved,
      refunded: sum(refunds),
    }
  }

  notesOf(order: Answer): string[] {
    const notes = Object.entries(order.metadata ?? {}).filter(([name]) => name.startsWith('warung_'))
    return notes.map(([, text]) => String(text))
  }

  async runJob(): Promise<void> {
    await this.#ask('/hooks/test-look', {}, {})
  }

  lookAgain(): Promise<void> {
    return this.runJob()
  }

  async cancelOrder({ order, invoice }: PlacedOrder): Promise<void> {
    await this.admin(`/orders/${order}/cancel`, {})
    // The plugin cancels the payment after Medusa has canceled the order.
    await waitUntil(async () => {
      const { body } = await this.#warung.shop.api(`/check-payment?invoice=${invoice}`)
      return body.status === 'cancelled'
    }, withinMs)
  }

  async refundOrder({ order }: PlacedOrder, amount: number): Promise<void> {
    const { payment_collections } = await this.orderById(order)
    await this.admin(`/payments/${payment_collections[0].payments[0].id}/refund`, { amount })
  }

  killReceiver(): Promise<void> {
    return this.#process.kill()
  }

  startReceiver(): Promise<void> {
    return this.#process.start()
  }

  async close(): Promise<void> {
    await this.#process.kill()
    this.#bridge.close()
    await this.#database.drop()
  }
}

interface Bridge {
  url: string
  close(): void
}

/** Medusa's migrations cannot use a unix socket, and the tests' server has nothing else. */
async function bridgeTo({ connectionString, host, port, user, database }: pg.ClientConfig): Promise<Bridge> {
  if (connectionString) return { url: connectionString, close: () => {} }
  const bridge = net.createServer(socket => {
    const server = net.connect(`${host}/.s.PGSQL.${port}`)
    socket.on('error', () => server.destroy())
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  await new Promise<void>(resolve => bridge.listen(0, '127.0.0.1', resolve))
  const address = bridge.address() as net.AddressInfo
  return { url: `postgres://${user}@127.0.0.1:${address.port}/${database}`, close: () => bridge.close() }
}

/** An unpaid order with a note of the plugin needs its staff. */
function stateOf(order: Answer, captured: number, refunded: number): OrderState {
  if (captured > 0 && refunded >= captured) return 'refunded'
  if (refunded > 0) return 'partlyRefunded'
  if (captured > 0 && order.payment_status === 'captured') return 'paid'
  const isNoted = Object.keys(order.metadata ?? {}).some(name => name.startsWith('warung_'))
  if (isNoted) return 'onHold'
  return order.status === 'canceled' ? 'cancelled' : 'waiting'
}
