import type { Needs } from '../needs.ts'
import { Payment } from './payment.ts'
import type { PaymentPhase } from './payment-phase.ts'
import { type OfferView, viewOffers } from './view-offers.ts'

type PublicFields = Pick<
  Payment,
  | 'invoiceId'
  | 'mode'
  | 'paymentMethod'
  | 'amount'
  | 'uniqueCode'
  | 'finalAmount'
  | 'status'
  | 'description'
  | 'customerName'
  | 'redirectUrl'
  | 'createdAt'
  | 'expiresAt'
  | 'paidAt'
  | 'paidAmount'
  | 'paidReffNum'
  | 'paidVia'
  | 'endReason'
  | 'refundedAt'
  | 'refundedAmount'
  | 'refunds'
  | 'isForeign'
  | 'accountId'
  | 'file'
  | 'content'
  | 'productImage'
>

/**
 * The public fields for everyone who has the invoice id: no e-mail, no phone, no callback address. Amounts are in whole
 * rupiah.
 */
export interface PaymentView extends PublicFields {
  phase: PaymentPhase
  merchantName: string
  /** The name of the shop's picture. */
  merchantLogo: string | null
  /** All ways to pay it. The following fields contain the code and the number if there is only one way. */
  offers: OfferView[]
  qris: OfferView['qris']
  isStaticCode: boolean
  receivingAccount: OfferView['receivingAccount']
}

/** Returns a payment by its id alone, which is the secret that opens its page; null if it does not exist. */
export async function viewPayment(app: Needs<'em' | 'now'>, invoiceId: string): Promise<PaymentView | null> {
  const payment = await app.em('installation').findOne(Payment, { invoiceId }, { populate: ['account'] })
  if (!payment) return null
  const offers = await viewOffers(app, payment)
  const ready = offers.filter(({ state }) => state === 'ready')
  const codes = ready.filter(({ qris }) => qris !== null)
  // With `all` the recommended one, as on the page; otherwise the provider's own code precedes a converted one.
  const scanned = payment.paymentMethod === 'all' ? codes[0] : codes.at(-1)
  return {
    ...publicFields(payment),
    merchantName: payment.account.displayName,
    merchantLogo: payment.account.logoKey,
    phase: payment.phaseAt(app.now(), ready.length > 0),
    offers,
    qris: scanned?.qris ?? null,
    isStaticCode: scanned?.isStaticCode ?? false,
    receivingAccount: ready.find(({ receivingAccount }) => receivingAccount)?.receivingAccount ?? null,
  }
}

function publicFields(payment: Payment): PublicFields {
  const { invoiceId, mode, paymentMethod, amount, uniqueCode, finalAmount, status, description, customerName } = payment
  const { redirectUrl, createdAt, expiresAt, paidAt, paidAmount, paidReffNum, paidVia, endReason } = payment
  const { file, content, productImage, isForeign, refundedAt, refundedAmount, refunds } = payment
  return {
    invoiceId,
    mode,
    paymentMethod,
    amount,
    uniqueCode,
    finalAmount,
    status,
    description,
    customerName,
    accountId: payment.account.id,
    file,
    content,
    productImage,
    isForeign,
    redirectUrl,
    createdAt,
    expiresAt,
    paidAt,
    paidAmount,
    paidReffNum,
    paidVia,
    endReason,
    refundedAt,
    refundedAmount,
    refunds,
  }
}
