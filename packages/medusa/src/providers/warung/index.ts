import type * as Types from '@medusajs/framework/types'
import { AbstractPaymentProvider, BigNumber, MedusaError, ModuleProvider, Modules } from '@medusajs/framework/utils'
import { type Refund, Warung } from 'warung-sdk'
import { medusaRefundPrefix, type WarungOptions } from '../../options.ts'

interface SessionData extends Record<string, unknown> {
  session_id: string
  /** The amount in whole rupiah. */
  amount: number
  redirect_url?: string
  invoice_id?: string
  /** The refunds that Warung had when Medusa last booked a refund. */
  refunds?: Refund[]
}

/**
 * Requests payments from Warung. The code is created when the customer completes the cart, so all money that arrives
 * has an order; `../../settle` captures it.
 */
class WarungProvider extends AbstractPaymentProvider<WarungOptions> {
  static override identifier = 'warung'
  private readonly warung: Warung

  static override validateOptions(options: Partial<WarungOptions>): void {
    for (const name of ['url', 'apiKey', 'webhookSecret', 'publicUrl'] as const) {
      if (!options[name]) throw new MedusaError(MedusaError.Types.INVALID_DATA, `Warung needs the option ${name}`)
    }
  }

  constructor(container: Record<string, unknown>, options: WarungOptions) {
    super(container, options)
    this.warung = new Warung(options.url, options.apiKey)
  }

  async initiatePayment({ amount, currency_code, data }: Types.InitiatePaymentInput) {
    // The customer may send any other fields.
    const { session_id, redirect_url } = data as SessionData
    const session: SessionData = { session_id, redirect_url, ...priceOf(amount, currency_code) }
    return { id: session_id, status: 'pending' as const, data: session }
  }

  async updatePayment({ amount, currency_code, data }: Types.UpdatePaymentInput) {
    return { data: { ...data, ...priceOf(amount, currency_code) } }
  }

  /** Returns the payment that is open or paid, otherwise a new one, because Medusa may repeat the call at any time. */
  async authorizePayment({ data }: Types.AuthorizePaymentInput): Promise<Types.AuthorizePaymentOutput> {
    const session = data as SessionData
    const { invoice_id, payment_url, final_amount, expires_at, status } = await this.warung.payments.create({
      amount: session.amount,
      reference: session.session_id,
      reuse: true,
      payment_method: this.config.paymentMethod,
      callback_url: `${this.config.publicUrl}/hooks/warung`,
      redirect_url: session.redirect_url,
      metadata: { medusa_session: session.session_id },
    })
    return {
      status: status === 'paid' ? 'authorized' : 'pending_authorization',
      data: { ...session, invoice_id, payment_url, final_amount, expires_at },
    }
  }

  async capturePayment({ data }: Types.CapturePaymentInput) {
    const { status, amount } = await this.warung.payments.get((data as SessionData).invoice_id!)
    if (status !== 'paid' || amount !== data!.amount) throw new MedusaError('not_allowed', 'It is not paid in Warung')
    return { data: data! }
  }

  /** Returns money once. Medusa may repeat the request under another id, because the answer was lost. */
  async refundPayment({ amount, data }: Types.RefundPaymentInput) {
    const { session_id, invoice_id, amount: price, refunds: known = [] } = data as SessionData
    const { amount: rupiah } = priceOf(amount, 'idr')
    const { refunds } = await this.warung.payments.get(invoice_id!)
    const isRepeated = ({ refund_id, reason }: Refund) =>
      reason?.startsWith(medusaRefundPrefix) && known.every(refund => refund.refund_id !== refund_id)
    const earlier = refunds
      .filter(refund => refund.status !== 'failed' && !isRepeated(refund))
      .reduce((sum, refund) => sum + refund.amount, 0)
    // The customer may have paid a unique code in addition to the price; the last refund returns it too.
    const part = earlier + rupiah >= price ? undefined : rupiah
    const answer = await this.warung.refunds.create(
      invoice_id!,
      { amount: part, reason: medusaRefundPrefix + session_id },
      { idempotencyKey: `medusa-${invoice_id}-${known.length}-${rupiah}` },
    )
    return { data: { ...data, refunds: answer.refunds } }
  }

  /** Closes a code that must no longer be paid. Refuses if it is already paid, so that its money is not forgotten. */
  async cancelPayment({ data }: Types.CancelPaymentInput) {
    const reference = (data as SessionData).session_id
    for await (const { invoice_id, status, refunded_amount, amount } of this.warung.payments.list({ reference })) {
      if (status === 'pending') await this.warung.payments.cancel(invoice_id)
      if (status === 'paid' && (refunded_amount ?? 0) < amount) {
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `${invoice_id} is paid in Warung`)
      }
    }
    return { data: data! }
  }

  async deletePayment(input: Types.DeletePaymentInput) {
    return await this.cancelPayment(input)
  }

  async retrievePayment({ data }: Types.RetrievePaymentInput) {
    const { invoice_id } = data as SessionData
    return { data: invoice_id ? { ...data, ...(await this.warung.payments.get(invoice_id)) } : data! }
  }

  async getPaymentStatus({ data }: Types.GetPaymentStatusInput): Promise<Types.GetPaymentStatusOutput> {
    const { invoice_id } = data as SessionData
    const status = invoice_id ? (await this.warung.payments.get(invoice_id)).status : 'pending'
    if (status === 'paid') return { status: 'authorized', data: data! }
    return { status: status === 'pending' ? 'pending_authorization' : 'canceled', data: data! }
  }

  /** Webhooks go to /hooks/warung, which answers once they are booked. Medusa's own address answers before. */
  async getWebhookActionAndData(): Promise<Types.WebhookActionResult> {
    return { action: 'not_supported' }
  }
}

function priceOf(amount: Types.BigNumberInput, currency: string): { amount: number } {
  if (currency.toUpperCase() !== 'IDR') throw new MedusaError('invalid_data', 'Warung takes rupiah (IDR) only')
  return { amount: Math.round(new BigNumber(amount).numeric) }
}

export default ModuleProvider(Modules.PAYMENT, { services: [WarungProvider] })
