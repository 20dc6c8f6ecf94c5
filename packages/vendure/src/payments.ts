import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
// biome-ignore lint/style/useImportType: Nest injects by the class that the compiler writes down
import { ModuleRef } from '@nestjs/core'
import * as vendure from '@vendure/core'
import { InvalidRequestError, type PaymentStatus, type Refund, type Transfer, Warung } from 'warung-sdk'
import { type NoteFacts, type NoteName, writeNote } from './notes.ts'
import { handlerCode, type WarungOptions, webhookRoute } from './options.ts'

type Context = vendure.RequestContext

const cursorKey = `${handlerCode}.cursor`
const refundStates = { requested: 'Pending', sent: 'Pending', succeeded: 'Settled', failed: 'Failed' } as const
const eventTypes = 'payment.paid,payment.refunded,transfer.in_review,transfer.reviewed'
const markOf = ({ code }: vendure.Order) => `Vendure ${code}`

/** Creates payments in Warung, and books in Vendure's orders what Warung reports. */
@Injectable()
export class WarungPayments implements OnApplicationBootstrap {
  static options: WarungOptions
  private readonly warung = new Warung(WarungPayments.options.url, WarungPayments.options.apiKey)
  readonly get: vendure.Injector['get']

  constructor(modules: ModuleRef) {
    this.get = type => new vendure.Injector(modules).get(type)
  }

  onApplicationBootstrap(): void {
    // A customer must not pay the code of an order that was cancelled or is being changed.
    this.get(vendure.EventBus)
      .ofType(vendure.OrderStateTransitionEvent)
      .subscribe(({ order, toState }) => {
        if (toState === 'Cancelled' || toState === 'AddingItems') void this.cancelOpen(order.code)
      })
  }

  /** Returns the payment of an order: the one that is open or paid, otherwise a new one. */
  async open(ctx: Context, order: vendure.Order, redirectUrl?: string) {
    if (order.state !== 'ArrangingPayment') throw new vendure.UserInputError('The order is not in ArrangingPayment')
    if (order.currencyCode !== 'IDR') throw new vendure.UserInputError('Warung takes rupiah (IDR) only')
    const { items } = await this.get(vendure.PaymentMethodService).findAll(ctx, { filter: { enabled: { eq: true } } })
    const codes = items.filter(({ handler }) => handler.code === handlerCode).map(({ code }) => code)
    const quotes = await this.get(vendure.PaymentMethodService).getEligiblePaymentMethods(ctx, order)
    const method = quotes.find(({ code, isEligible }) => isEligible && codes.includes(code))
    if (!method) throw new vendure.UserInputError('No payment method of this channel uses Warung')
    await this.readCursor(ctx)
    const params = {
      amount: await this.due(ctx, order),
      reference: order.code,
      reuse: true,
      description: order.code,
      payment_method: WarungPayments.options.paymentMethod,
      callback_url: `${WarungPayments.options.publicUrl}/${webhookRoute}`,
      redirect_url: redirectUrl,
      metadata: { vendure_order: order.code, vendure_channel: ctx.channel.token, vendure_method: method.code },
    }
    const payment = await this.warung.payments.create(params).catch(async error => {
      if (!(error instanceof InvalidRequestError && error.code === 'reference_taken')) throw error
      // The total has changed, so the earlier code must no longer be paid; or its money has arrived.
      await this.cancelOpen(order.code)
      await this.check(order.code)
      return await this.warung.payments.create(params)
    })
    if (payment.status === 'paid') await this.settle(payment.invoice_id)
    return payment
  }

  /** Books the paid payments of an order. Returns whether one of Warung is booked. */
  async check(orderCode: string): Promise<boolean> {
    const payments = this.get(vendure.TransactionalConnection).rawConnection.getRepository(vendure.Payment)
    for await (const { invoice_id } of this.warung.payments.list({ reference: orderCode, status: 'paid' })) {
      await this.settle(invoice_id)
      if (await payments.existsBy({ transactionId: invoice_id, state: 'Settled' })) return true
    }
    return false
  }

  /** Handles a webhook or an event. A repetition changes nothing. */
  async handle(type: string, data: object): Promise<void> {
    const { invoice_id, likely_invoice_id, amount, reason, state } = data as Transfer
    const invoice = invoice_id ?? likely_invoice_id
    if (!invoice) return
    if (type === 'payment.paid') return await this.settle(invoice)
    const payment = await this.warung.payments.get(invoice)
    await this.inOrder(payment, async (ctx, order) => {
      if (type === 'transfer.in_review') await this.note(ctx, order, 'review', { invoice, amount, why: reason })
      const isGone = type === 'transfer.reviewed' && state !== 'settled'
      if (isGone) await this.note(ctx, order, 'reviewed', { invoice, amount, why: state })
      // A refund that Vendure requested begins with its mark.
      const others = payment.refunds.filter(refund => !refund.reason?.startsWith(markOf(order)))
      for (const refund of others.filter(({ status }) => status === 'succeeded'))
        await this.note(ctx, order, 'refunded', { invoice, amount: refund.amount, why: refund.refund_id })
    })
  }

  /** Handles what has happened since the last time, so that no order depends on a webhook. */
  async catchUp(ctx: Context): Promise<void> {
    const failures: unknown[] = []
    for (let hasMore = true, cursor = await this.readCursor(ctx); hasMore; ) {
      const page = await this.warung.events.list({ type: eventTypes, cursor })
      for (const { type, data } of page.data) await this.handle(type, data ?? {}).catch(error => failures.push(error))
      ;({ next_cursor: cursor, has_more: hasMore } = page)
      // After a failure all later events are handled again next time.
      if (failures.length === 0) await this.get(vendure.SettingsStoreService).set(ctx, cursorKey, { cursor })
    }
    const refunds = this.get(vendure.TransactionalConnection).getRepository(ctx, vendure.Refund)
    for (const refund of await refunds.find({ where: { state: 'Pending' }, relations: { payment: true } }))
      await this.lookUpRefund(refund).catch(error => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  /** Refunds money of a payment. Vendure may request a refund twice, but Warung sends the money once. */
  async refund(ctx: Context, order: vendure.Order, payment: vendure.Payment, wish: { amount: number; reason: string }) {
    const earlier = payment.refunds.filter(({ state }) => state !== 'Failed').reduce((sum, { total }) => sum + total, 0)
    const invoice = payment.transactionId
    const rupiah = this.toRupiah(wish.amount)
    // The customer may have paid a unique code in addition to the price; the last refund returns it too.
    const amount = earlier + wish.amount >= payment.amount ? undefined : rupiah
    const params = { invoice, amount, reason: `${markOf(order)} ${wish.reason}`.slice(0, 100) }
    // A refund whose answer was lost is not among them yet, so the next try uses the same key.
    const idempotencyKey = `vendure-${invoice}-${payment.refunds.length}-${wish.amount}`
    const answer = await this.warung.request<{ refund: Refund }>('POST', '/refund-payment', params, { idempotencyKey })
    const { refund_id, status, by_provider } = answer.refund
    if (!by_provider) await this.note(ctx, order, 'sendMoney', { invoice, amount: rupiah, why: refund_id })
    return { state: refundStates[status], transactionId: refund_id }
  }

  /** Books a payment that is paid, or writes into the order's history why it was not booked. */
  private async settle(invoice: string): Promise<void> {
    const payment = await this.warung.payments.get(invoice)
    if (payment.status !== 'paid') return
    const noteWhy = (ctx: Context, order: vendure.Order, why: string) =>
      this.note(ctx, order, 'notBooked', { invoice, amount: payment.amount, why })
    await this.inOrder(payment, async (ctx, order) => {
      const why = await this.book(ctx, order, payment)
      if (why) await noteWhy(ctx, order, why)
    }).catch(async error => {
      await this.inOrder(payment, (ctx, order) => noteWhy(ctx, order, String(error)))
      throw error
    })
  }

  private async book(ctx: Context, order: vendure.Order, payment: PaymentStatus): Promise<string | null> {
    const { invoice_id: invoice, amount, paid_at, paid_reff_num, refunded_amount, metadata } = payment
    const due = await this.due(ctx, order)
    if (order.payments.some(({ transactionId }) => transactionId === invoice)) return null
    if ((refunded_amount ?? 0) >= amount) return 'refunded'
    if (order.state !== 'ArrangingPayment' && order.state !== 'AddingItems') return order.state
    if (order.currencyCode !== 'IDR') return order.currencyCode
    if (amount !== due) return `Rp ${due}`
    if (order.state === 'AddingItems') {
      const moved = await this.get(vendure.OrderService).transitionToState(ctx, order.id, 'ArrangingPayment')
      if (vendure.isGraphQlErrorResult(moved)) return moved.transitionError
    }
    const input = { method: metadata.vendure_method!, metadata: { invoice, paid_at, paid_reff_num } }
    const result = await this.get(vendure.OrderService).addPaymentToOrder(ctx, order.id, input)
    return vendure.isGraphQlErrorResult(result) ? result.message : null
  }

  /** Runs work in a transaction that has locked the payment's order. Other payments are ignored. */
  private async inOrder(payment: PaymentStatus, work: (ctx: Context, order: vendure.Order) => Promise<void>) {
    const { vendure_order: code, vendure_channel: channelOrToken } = payment.metadata
    if (!code || !channelOrToken) return
    const report = () => vendure.Logger.error(`${payment.invoice_id} is of ${code}, which is not here`, handlerCode)
    // Another Vendure on this account has other orders, and channels that do not exist here.
    const orders = this.get(vendure.TransactionalConnection).rawConnection.getRepository(vendure.Order)
    if (!(await orders.existsBy({ code }))) return report()
    // Every order is in the default channel, too, which is named by ''; a channel's token may have changed.
    const inChannel = (token: string) =>
      this.get(vendure.RequestContextService).create({ apiType: 'admin', channelOrToken: token })
    const outside = await inChannel(channelOrToken).catch(() => inChannel(''))
    await this.get(vendure.TransactionalConnection).withTransaction(outside, async ctx => {
      // The update locks the row in every database, so simultaneous webhooks book one after the other.
      await this.get(vendure.TransactionalConnection).getRepository(ctx, vendure.Order).update({ code }, { code })
      const order = await this.get(vendure.OrderService).findOneByCode(ctx, code)
      await (order ? work(ctx, order) : report())
    })
  }

  private async note(ctx: Context, { id }: vendure.Order, name: NoteName, facts: NoteFacts) {
    const note = writeNote(ctx.languageCode, name, facts)
    const ofStaff = { filter: { type: { eq: 'ORDER_NOTE' } } }
    const { items } = await this.get(vendure.HistoryService).getHistoryForOrder(ctx, id, false, ofStaff)
    if (items.some(({ data }) => data.note === note)) return
    await this.get(vendure.OrderService).addNoteToOrder(ctx, { id, note, isPublic: false })
  }

  /** A provider may send a refund later, or refuse it. */
  private async lookUpRefund({ id, transactionId, payment }: vendure.Refund): Promise<void> {
    if (!payment.metadata.invoice) return
    const status = await this.warung.payments.get(payment.transactionId)
    const state = refundStates[status.refunds.find(({ refund_id }) => refund_id === transactionId)?.status ?? 'sent']
    if (state === 'Pending') return
    await this.inOrder(status, async ctx => {
      await this.get(vendure.OrderService).transitionRefundToState(ctx, id, state)
    })
  }

  private async cancelOpen(orderCode: string): Promise<void> {
    try {
      for await (const { invoice_id } of this.warung.payments.list({ reference: orderCode, status: 'pending' }))
        await this.warung.payments.cancel(invoice_id)
    } catch (error) {
      // If money arrives for it, the order's history shows it.
      vendure.Logger.warn(`A code of order ${orderCode} stays open: ${error}`, handlerCode)
    }
  }

  private async readCursor(ctx: Context): Promise<string> {
    const stored = await this.get(vendure.SettingsStoreService).get<{ cursor: string }>(ctx, cursorKey)
    if (stored) return stored.cursor
    const { next_cursor: cursor } = await this.warung.events.list({ type: eventTypes, cursor: 'now' })
    await this.get(vendure.SettingsStoreService).set(ctx, cursorKey, { cursor })
    return cursor
  }

  /** Returns the amount that other payments of the order, such as a gift card, do not cover. */
  private async due(ctx: Context, order: vendure.Order): Promise<number> {
    order.payments = await this.get(vendure.OrderService).getOrderPayments(ctx, order.id)
    return this.toRupiah(order.totalWithTax - vendure.totalCoveredByPayments(order))
  }

  private toRupiah(amount: number): number {
    return Math.round(amount / 10 ** (this.get(vendure.ConfigService).entityOptions.moneyStrategy.precision ?? 2))
  }
}
