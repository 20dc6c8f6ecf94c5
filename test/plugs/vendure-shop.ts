import { createEmptyTestDatabase, type TestDatabase } from '../kit/database.ts'
import type { ForeignOrder, ForeignShop, OrderState, PlacedOrder, Warung } from '../kit/scenario/scenario.ts'
import { findFreePort, waitUntil } from '../kit/shop-process.ts'
import { ForeignProcess } from './foreign-process.ts'
import { pluginSettings } from './plugin-settings.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
type Answer = any

const minorUnits = 100
const stockAtFirst = 1_000_000
const taskWithinMs = 60_000
const task = 'warung-catch-up'

/** A session of Vendure's Shop API or Admin API. */
export class VendureSession {
  readonly #url: string
  #token = ''
  /** The currency of the prices that the customer sees; if unset, that of the channel. */
  currency?: string

  constructor(url: string, api: 'shop-api' | 'admin-api') {
    this.#url = `${url}/${api}`
  }

  /** Returns the answer to a query or mutation of one field. Throws if it is an error or an error result. */
  async ask(query: string, variables: object = {}): Promise<Answer> {
    const response = await fetch(this.currency ? `${this.#url}?currencyCode=${this.currency}` : this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.#token && { authorization: `Bearer ${this.#token}` }) },
      body: JSON.stringify({ query, variables }),
    })
    this.#token = response.headers.get('vendure-auth-token') ?? this.#token
    const { data, errors } = (await response.json()) as Answer
    if (errors?.length) throw new Error(errors.map(({ message }: Answer) => message).join('; '))
    const [answer] = Object.values(data) as Answer[]
    if (answer?.errorCode) throw new Error(`${answer.errorCode}: ${answer.message} ${answer.transitionError ?? ''}`)
    return answer
  }
}

const errorFields = '... on ErrorResult { errorCode message }'

/** A real Vendure with the plugin, in a separate process with its own PostgreSQL database. */
export class VendureShop implements ForeignShop {
  readonly #warung: Warung
  readonly #process: ForeignProcess
  readonly #database: TestDatabase
  readonly #url: string
  #admin: VendureSession
  #taxCategory = ''

  static async open(warung: Warung, folder: string): Promise<VendureShop> {
    const database = await createEmptyTestDatabase()
    const port = await findFreePort()
    const { connection } = database
    const settings = await pluginSettings(warung, '/payments/warung')
    const process = new ForeignProcess(folder, 'test/shop.ts', {
      PORT: String(port),
      DATABASE: JSON.stringify({ ...connection, url: connection.connectionString, username: connection.user }),
      WARUNG: JSON.stringify(settings),
    })
    await process.start({ IS_NEW: '1' })
    const shop = new VendureShop(warung, process, database, `http://127.0.0.1:${port}`)
    await shop.#prepare()
    return shop
  }

  private constructor(warung: Warung, process: ForeignProcess, database: TestDatabase, url: string) {
    this.#warung = warung
    this.#process = process
    this.#database = database
    this.#url = url
    this.#admin = new VendureSession(url, 'admin-api')
  }

  /** Configures rupiah, as a shop in Indonesia does. */
  async #prepare(): Promise<void> {
    await this.#signIn()
    const { id } = await this.admin('{ activeChannel { id } }')
    const zones = await this.admin('{ zones { items { id } } }')
    await this.admin(
      `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } ${errorFields} } }`,
      {
        input: {
          id,
          availableCurrencyCodes: ['IDR', 'USD'],
          defaultCurrencyCode: 'IDR',
          pricesIncludeTax: true,
          defaultTaxZoneId: zones.items[0].id,
          defaultShippingZoneId: zones.items[0].id,
        },
      },
    )
    const categories = await this.admin('{ taxCategories { items { id } } }')
    this.#taxCategory = categories.items[0].id
  }

  async #signIn(): Promise<void> {
    this.#admin = new VendureSession(this.#url, 'admin-api')
    await this.admin(
      `mutation { login(username: "admin", password: "admin") { ... on CurrentUser { id } ${errorFields} } }`,
    )
  }

  admin(query: string, variables: object = {}): Promise<Answer> {
    return this.#admin.ask(query, variables)
  }

  /** Changes Vendure's own tables, for states that no API can create. */
  async execute(sql: string, values: unknown[]): Promise<void> {
    await this.#database.pool.query(sql, values)
  }

  customer(): VendureSession {
    return new VendureSession(this.#url, 'shop-api')
  }

  /** Adds a product that costs this many rupiah with tax, and returns the id of its variant. */
  async addVariant(rupiah: number): Promise<string> {
    const sku = `SKU-${crypto.randomUUID()}`
    const translations = [{ languageCode: 'en', name: sku, slug: sku, description: '' }]
    const product = await this.admin('mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }', {
      input: { enabled: true, translations },
    })
    const [variant] = await this.admin(
      'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
      {
        input: [
          {
            productId: product.id,
            sku,
            price: Math.round(rupiah * minorUnits),
            taxCategoryId: this.#taxCategory,
            stockOnHand: stockAtFirst,
            trackInventory: 'TRUE',
            translations: [{ languageCode: 'en', name: sku }],
          },
        ],
      },
    )
    return variant.id
  }

  /** Leads a customer with one unit of it to the payment. */
  async checkOut(variant: string): Promise<{ customer: VendureSession; code: string }> {
    const customer = this.customer()
    const { code } = await customer.ask(
      `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { code } ${errorFields} } }`,
      { id: variant },
    )
    await customer.ask(
      `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { ... on Order { code } ${errorFields} } }`,
      { input: { emailAddress: `${code}@example.id`, firstName: 'Siti', lastName: 'Aminah' } },
    )
    await customer.ask(
      `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { ... on Order { code } ${errorFields} } }`,
      { input: { streetLine1: 'Jalan Mawar 7', countryCode: 'ID' } },
    )
    const [method] = await customer.ask('{ eligibleShippingMethods { id } }')
    await customer.ask(
      `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ... on Order { code } ${errorFields} } }`,
      { id: [method.id] },
    )
    await this.moveTo(customer, 'ArrangingPayment')
    return { customer, code }
  }

  async moveTo(customer: VendureSession, state: string): Promise<void> {
    await customer.ask(
      `mutation ($state: String!) { transitionOrderToState(state: $state) { ... on Order { code }
        ... on OrderStateTransitionError { errorCode message transitionError } } }`,
      { state },
    )
  }

  async pay(customer: VendureSession): Promise<Answer> {
    return customer.ask(
      'mutation { createWarungPayment(redirectUrl: "https://toko.example/done") { invoiceId paymentUrl finalAmount isPaid } }',
    )
  }

  async orderByCode(code: string): Promise<Answer> {
    const { items } = await this.admin(
      `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
        id code state active totalWithTax currencyCode
        lines { id productVariant { stockLevels { stockOnHand stockAllocated } } }
        payments { id state amount transactionId metadata refunds { id state total transactionId } }
        history(options: { filter: { type: { eq: "ORDER_NOTE" } } }) { items { isPublic data } }
      } } }`,
      { code },
    )
    return items[0]
  }

  async notesOf(code: string): Promise<string[]> {
    const { history } = await this.orderByCode(code)
    return history.items.map(({ data }: Answer) => data.note)
  }

  receiverUrl(): string {
    return this.#url
  }

  async placeOrder(amount: number): Promise<PlacedOrder> {
    const { customer, code } = await this.checkOut(await this.addVariant(amount))
    const { invoiceId } = await this.pay(customer)
    return { order: code, invoice: invoiceId, ids: [invoiceId, code] }
  }

  async readOrder(code: string): Promise<ForeignOrder> {
    const order = await this.orderByCode(code)
    const [level] = order.lines[0].productVariant.stockLevels
    const settled = order.payments.filter(({ state }: Answer) => state === 'Settled')
    const refunds = settled.flatMap((payment: Answer) => payment.refunds)
    const sum = (entries: Answer[], field: string) =>
      entries.reduce((total, entry) => total + entry[field] / minorUnits, 0)
    const refunded = sum(
      refunds.filter(({ state }: Answer) => state === 'Settled'),
      'total',
    )
    return {
      state: stateOf(order, refunded, sum(settled, 'amount')),
      booked: settled.length,
      stock: level.stockAllocated + stockAtFirst - level.stockOnHand,
      refunded,
    }
  }

  /** Runs the scheduled task once, waits for its end, and returns its result. */
  async runTask(): Promise<Answer> {
    const lastRun = async () =>
      (await this.admin('{ scheduledTasks { id lastExecutedAt isRunning lastResult } }')) as Answer
    const find = (tasks: Answer) => tasks.find(({ id }: Answer) => id === task)
    // The scheduler also starts it every minute, and Vendure drops a concurrent run.
    await waitUntil(async () => !find(await lastRun()).isRunning, taskWithinMs)
    const before = find(await lastRun()).lastExecutedAt
    await this.admin(`mutation { runScheduledTask(id: "${task}") { success } }`)
    await waitUntil(async () => {
      const { lastExecutedAt, isRunning } = find(await lastRun())
      return !isRunning && lastExecutedAt !== before
    }, taskWithinMs)
    return find(await lastRun()).lastResult
  }

  /** Events are visible after about a second; the task reads them every minute. */
  async lookAgain({ invoice }: PlacedOrder): Promise<void> {
    await waitUntil(async () => {
      const { body } = await this.#warung.shop.api('/events?type=payment.paid&limit=100')
      return body.data.some(({ payment }: Answer) => payment.invoice_id === invoice)
    }, taskWithinMs)
    await this.runTask()
  }

  async cancelOrder({ order }: PlacedOrder): Promise<void> {
    const { id } = await this.orderByCode(order)
    await this.admin(
      `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ... on Order { state } ${errorFields} } }`,
      { input: { orderId: id, reason: 'Changed their mind' } },
    )
    // The plugin cancels the payment after Vendure has committed.
    await waitUntil(async () => {
      const { body } = await this.#warung.shop.api(`/list-payments?reference=${order}`)
      return body.data.every(({ status }: Answer) => status !== 'pending')
    }, taskWithinMs)
  }

  async refundOrder({ order }: PlacedOrder, amount: number): Promise<void> {
    const { payments } = await this.orderByCode(order)
    await this.refund(payments.find(({ state }: Answer) => state === 'Settled').id, amount)
  }

  async refund(paymentId: string, amount: number): Promise<Answer> {
    return this.admin(
      `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
        ... on Refund { id state total transactionId } ${errorFields} } }`,
      {
        input: {
          paymentId,
          amount: amount * minorUnits,
          reason: 'Cangkir pecah',
          lines: [],
          shipping: 0,
          adjustment: 0,
        },
      },
    )
  }

  killReceiver(): Promise<void> {
    return this.#process.kill()
  }

  async startReceiver(): Promise<void> {
    await this.#process.start()
    await this.#signIn()
  }

  async close(): Promise<void> {
    await this.#process.kill()
    await this.#database.drop()
  }
}

/** An unpaid order with a note of the plugin needs its staff. */
function stateOf(order: Answer, refunded: number, paid: number): OrderState {
  if (paid > 0 && refunded >= paid) return 'refunded'
  if (refunded > 0) return 'partlyRefunded'
  if (order.state === 'PaymentSettled') return 'paid'
  if (order.history.items.length > 0) return 'onHold'
  return order.state === 'Cancelled' ? 'cancelled' : 'waiting'
}
