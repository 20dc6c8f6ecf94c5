import { Controller, Post, Req, Res } from '@nestjs/common'
import { Args, Mutation, Resolver } from '@nestjs/graphql'
import * as vendure from '@vendure/core'
import { type Request, type Response, raw } from 'express'
import { gql } from 'graphql-tag'
import { SignatureError, webhooks } from 'warung-sdk'
import { handlerCode, type WarungOptions, webhookRoute } from './options.ts'
import { WarungPayments } from './payments.ts'

export type { WarungOptions } from './options.ts'
export { WarungPayments } from './payments.ts'

/** `finalAmount` is the sum that the customer pays, in whole rupiah. Its page leads back to `redirectUrl`. */
const shopSchema = gql`
  type WarungPayment { invoiceId: String! paymentUrl: String! finalAmount: Int! expiresAt: String! isPaid: Boolean! }
  extend type Mutation {
    createWarungPayment(redirectUrl: String): WarungPayment!
    checkWarungPayment(orderCode: String!): Boolean!
  }
`

@Resolver()
class WarungResolver {
  constructor(private readonly payments: WarungPayments) {}

  @Mutation()
  @vendure.Allow(vendure.Permission.Owner)
  async createWarungPayment(@vendure.Ctx() ctx: vendure.RequestContext, @Args('redirectUrl') redirectUrl?: string) {
    const active = await this.payments.get(vendure.ActiveOrderService).getActiveOrder(ctx, undefined)
    const order = active && (await this.payments.get(vendure.OrderService).findOne(ctx, active.id))
    if (!order) throw new vendure.UserInputError('There is no active order')
    const { invoice_id: invoiceId, ...payment } = await this.payments.open(ctx, order, redirectUrl)
    const { payment_url: paymentUrl, final_amount: finalAmount, expires_at: expiresAt, status } = payment
    return { invoiceId, paymentUrl, finalAmount, expiresAt, isPaid: status === 'paid' }
  }

  @Mutation()
  @vendure.Allow(vendure.Permission.Owner)
  async checkWarungPayment(@vendure.Ctx() ctx: vendure.RequestContext, @Args('orderCode') code: string) {
    const order = await this.payments.get(vendure.OrderService).findOneByCode(ctx, code)
    const active = order && (await this.payments.get(vendure.ActiveOrderService).getActiveOrder(ctx, undefined))
    const access = this.payments.get(vendure.ConfigService).orderOptions.orderByCodeAccessStrategy
    const isTheirs = order && (order.id === active?.id || (await access.canAccessOrder(ctx, order)))
    if (!isTheirs) throw new vendure.ForbiddenError()
    return await this.payments.check(code)
  }
}

@Controller(webhookRoute)
class WarungWebhook {
  constructor(private readonly payments: WarungPayments) {}

  @Post()
  async receive(@Req() { body, headers }: Request, @Res() response: Response): Promise<void> {
    try {
      const { type, data, isTest } = webhooks.verify(body, headers, WarungPayments.options.webhookSecret)
      if (!isTest) await this.payments.handle(type, data)
      response.sendStatus(200)
    } catch (error) {
      if (!(error instanceof SignatureError)) vendure.Logger.error(`A webhook failed: ${error}`, handlerCode)
      response.sendStatus(error instanceof SignatureError ? 401 : 500)
    }
  }
}

let payments: WarungPayments

/**
 * The payment handler of Warung, which shops select in a payment method. Customers cannot book payments with it: only
 * WarungPayments names an invoice.
 */
export const warungHandler = new vendure.PaymentMethodHandler({
  code: handlerCode,
  description: [{ languageCode: vendure.LanguageCode.en, value: 'QRIS (Warung)' }],
  args: {},
  init: injector => {
    payments = injector.get(WarungPayments)
  },
  createPayment(...call) {
    const [ctx, , amount, , { invoice, ...metadata }] = call
    const isOurs = ctx.apiType === 'admin' && invoice
    if (!isOurs) return { amount, state: 'Declined', errorMessage: 'Pay by the mutation createWarungPayment' }
    return { amount, state: 'Settled', transactionId: invoice, metadata: { invoice, ...metadata } }
  },
  settlePayment: () => ({ success: true }),
  cancelPayment: () => ({ success: false, state: 'Settled', errorMessage: 'It is paid: refund it' }),
  createRefund(...call) {
    const [ctx, { reason }, amount, order, payment] = call
    return payments.refund(ctx, order, payment, { amount, reason: reason ?? '' })
  },
})

const catchUpTask = new vendure.ScheduledTask({
  id: 'warung-catch-up',
  description: 'Books what Warung was paid for orders whose webhook did not arrive',
  schedule: cron => cron.every(1).minutes(),
  execute: ({ injector, scheduledContext }) => injector.get(WarungPayments).catchUp(scheduledContext),
})

@vendure.VendurePlugin({
  imports: [vendure.PluginCommonModule],
  controllers: [WarungWebhook],
  providers: [WarungPayments],
  shopApiExtensions: { schema: shopSchema, resolvers: [WarungResolver] },
  compatibility: '^3.4.0',
  configuration: config => {
    config.paymentOptions.paymentMethodHandlers.push(warungHandler)
    // A provider may send a refund later than Vendure requests it.
    const process = { transitions: { Pending: { to: ['Pending'], mergeStrategy: 'merge' } } } as const
    config.paymentOptions.refundProcess = [...(config.paymentOptions.refundProcess ?? []), process as never]
    config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), catchUpTask]
    config.settingsStoreFields = { ...config.settingsStoreFields, [handlerCode]: [{ name: 'cursor', readonly: true }] }
    // The signature covers the raw body.
    const handler = raw({ type: () => true, limit: '1mb' })
    config.apiOptions.middleware.push({ route: `/${webhookRoute}`, handler, beforeListen: true })
    return config
  },
})
// biome-ignore lint/complexity/noStaticOnlyClass: Vendure's plugins are classes
export class WarungPlugin {
  static init(options: WarungOptions): typeof WarungPlugin {
    WarungPayments.options = options
    return WarungPlugin
  }
}
