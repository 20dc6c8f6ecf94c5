import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { MerchantOrder, OrderReport } from '../../../kit/scenario/books.ts'

/** A merchant's code around an official SDK. */
export interface Gateway {
  /** Creates the payment of an order, and returns its id at the gateway. */
  charge(order: MerchantOrder): Promise<string>
  /** Returns the content of a message after checking its signature or token; null if it is not genuine. */
  receive(body: Record<string, unknown>, headers: NodeJS.Dict<string | string[]>): Promise<OrderReport | null>
  look(order: MerchantOrder): Promise<OrderReport>
  cancel(order: MerchantOrder): Promise<void>
  /** Returns the sum of all refunds of the order. */
  refund(order: MerchantOrder, amount: number): Promise<number>
}

interface GatewaySettings {
  /** Loads from the folder where the SDK is installed. */
  load: NodeJS.Require
  url: string
  key: string
  /** The address to which the gateway sends its notifications. */
  notifyUrl: string
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Uses npm midtrans-client. Signature and states are from docs.midtrans.com/docs/https-notification-webhooks. */
export function midtransGateway({ load, url, key: serverKey, notifyUrl }: GatewaySettings): Gateway {
  load('midtrans-client/lib/apiConfig.js').CORE_SANDBOX_BASE_URL = `${url}/compat/midtrans`
  const { CoreApi } = load('midtrans-client')
  const core = new CoreApi({ isProduction: false, serverKey, clientKey: 'unused' })
  core.httpClient.http_client.defaults.headers.common['X-Override-Notification'] = notifyUrl

  // biome-ignore lint/suspicious/noExplicitAny: the SDK has no types
  function report(view: any): OrderReport {
    const state =
      { pending: 'pending', expire: 'ended', cancel: 'ended', deny: 'ended' }[String(view.transaction_status)] ?? 'paid'
    return {
      order: view.order_id,
      state: state as OrderReport['state'],
      amount: Number(view.gross_amount),
      refunded: Number(view.refund_amount ?? 0),
    }
  }

  return {
    async charge({ id, amount }) {
      const transaction_details = { order_id: id, gross_amount: amount }
      return (await core.charge({ payment_type: 'qris', transaction_details })).transaction_id
    },
    async receive(body) {
      const text = `${body.order_id}${body.status_code}${body.gross_amount}${serverKey}`
      if (!isSame(String(body.signature_key), createHash('sha512').update(text).digest('hex'))) return null
      return report(await core.transaction.notification(body))
    },
    async look({ id }) {
      return report(await core.transaction.status(id))
    },
    async cancel({ id }) {
      await core.transaction.cancel(id)
    },
    async refund({ id, refunded }, amount) {
      const refund_key = `${id}-${refunded}`
      return Number((await core.transaction.refund(id, { refund_key, amount, reason: 'Returned' })).refund_amount)
    },
  }
}

/** Uses npm xendit-node. The token is described at docs.xendit.co/docs/handling-webhooks. */
export function xenditGateway({ load, url, key: secretKey }: GatewaySettings): Gateway {
  const { Xendit } = load('xendit-node')
  const client = new Xendit({ secretKey, xenditURL: `${url}/compat/xendit` })
  // Xendit shows the token on its dashboard; here it is derived from the key.
  const token = createHmac('sha256', secretKey).update('x-callback-token').digest('hex')

  // biome-ignore lint/suspicious/noExplicitAny: the SDK's types are not installed here
  function report(request: any): OrderReport {
    const state =
      { SUCCEEDED: 'paid', PENDING: 'pending', REQUIRES_ACTION: 'pending' }[String(request.status)] ?? 'ended'
    return { order: request.referenceId, state: state as OrderReport['state'], amount: request.amount }
  }

  const find = async (paymentRequestId: string) =>
    report(await client.PaymentRequest.getPaymentRequestByID({ paymentRequestId }))

  return {
    async charge({ id, amount }) {
      const paymentMethod = { type: 'QR_CODE', reusability: 'ONE_TIME_USE', qrCode: { channelCode: 'QRIS' } }
      const data = { referenceId: id, amount, currency: 'IDR', paymentMethod }
      return (await client.PaymentRequest.createPaymentRequest({ idempotencyKey: id, data })).id
    },
    async receive(body, headers) {
      if (!isSame(String(headers['x-callback-token']), token)) return null
      return find((body.data as { payment_request_id: string }).payment_request_id)
    },
    look: ({ payment }) => find(payment!),
    async cancel() {
      throw new Error('Xendit cancels no payment request for a QR code')
    },
    async refund({ id, payment, refunded }, amount) {
      const data = {
        paymentRequestId: payment,
        amount,
        currency: 'IDR',
        reason: 'OTHERS',
        referenceId: `${id}-${refunded}`,
      }
      return refunded + (await client.Refund.createRefund({ data })).amount
    },
  }
}
