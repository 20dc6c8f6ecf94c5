import { makeEventId } from '../events/announce.ts'
import type { Standing } from '../keys/standing.ts'
import { generateInvoiceId } from '../lib/ids.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import { listUsableMethods } from '../methods/list-usable-methods.ts'
import { amountMin, computeAmountMaximum, type RequestedMethod } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import type { DraftRow } from './create-payment-sql.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Offer } from './offer.ts'

export interface NewPayment {
  /** The requested amount in whole rupiah; the unique code is added. */
  amount: number
  /** The method; by default the edition picks one. */
  paymentMethod?: string | undefined
  description?: string | undefined
  customerName?: string | undefined
  customerEmail?: string | undefined
  customerPhone?: string | undefined
  callbackUrl?: string | undefined
  redirectUrl?: string | undefined
  fileId?: number | undefined
  contentId?: number | undefined
  productImageId?: number | undefined
  useQrisConverter?: boolean | undefined
  qrisString?: string | undefined
  /** The merchant's own id, unique among an account's open and paid payments in a mode. */
  reference?: string | undefined
  /** Up to 20 short texts that the merchant chose. */
  metadata?: Record<string, string> | undefined
  idempotencyKey?: IdempotencyKey | undefined
  /** The maximum lifetime in seconds; by default that of its account. */
  lifetimeMaxS?: number | undefined
  /** Whether the request needs no key and anyone can repeat it. */
  isPublic?: boolean | undefined
}

/** A payment that is not written yet. */
export interface PaymentDraft {
  invoiceId: string
  method: RequestedMethod
  amount: number
  isPublic: boolean
  createdAt: Date
  row: DraftRow
  eventId: string
}

/**
 * Returns a validated payment. Refuses `invalid_request` and `amount_out_of_range`. It lives as long as every one of
 * its offers can be paid.
 */
export function draftPayment(
  app: Needs<'now' | 'edition'>,
  standing: Standing,
  input: NewPayment,
  { method, offers }: { method: RequestedMethod; offers: Offer[] },
): PaymentDraft {
  const { least, most } = computeLimits(standing, method, offers)
  if (!Number.isSafeInteger(input.amount)) throw refuseField('amount', 'is a whole number of rupiah', 'not_whole')
  if (input.amount < least || input.amount > most) {
    const range = `is ${formatRupiah(least)} to ${formatRupiah(most)} for ${method}`
    throw refuseField(
      'amount',
      range + suggestMethods(app, standing, input),
      { code: 'out_of_range', min: least, max: most },
      { reason: 'amount_out_of_range' },
    )
  }
  const createdAt = app.now()
  const invoiceId = generateInvoiceId(createdAt)
  const expiresAt = new Date(createdAt.getTime() + lifetimeS(standing, input, offers) * 1000)
  return {
    invoiceId,
    method,
    amount: input.amount,
    isPublic: input.isPublic === true,
    createdAt,
    eventId: makeEventId('payment.created', invoiceId),
    row: {
      invoice_id: invoiceId,
      account_id: standing.accountId,
      mode: standing.mode,
      payment_method: method,
      amount: input.amount,
      description: input.description ?? null,
      customer_name: input.customerName ?? null,
      customer_email: input.customerEmail ?? null,
      customer_phone: input.customerPhone ?? null,
      callback_url: input.callbackUrl ?? null,
      redirect_url: input.redirectUrl ?? null,
      file_id: input.fileId ?? null,
      content_id: input.contentId ?? null,
      product_image_id: input.productImageId ?? null,
      use_qris_converter: input.useQrisConverter ?? false,
      created_at: createdAt,
      expires_at: expiresAt,
      reference: input.reference ?? null,
      metadata: input.metadata ?? {},
    },
  }
}

/** Returns the limits of the amounts that each of the method's providers accepts. */
function computeLimits(standing: Standing, method: RequestedMethod, offers: Offer[]): { least: number; most: number } {
  const windows = offers.map(({ window }) => window)
  return {
    least: Math.max(amountMin, ...windows.map(window => window.amountMin ?? amountMin)),
    most: Math.min(computeAmountMaximum(standing, method), ...windows.map(window => window.amountMax ?? Infinity)),
  }
}

function lifetimeS(standing: Standing, { lifetimeMaxS }: NewPayment, offers: Offer[]): number {
  const usual = Math.min(standing.invoiceLifetimeS, ...offers.map(({ window }) => window.chargeLifeS))
  return Math.min(usual, lifetimeMaxS ?? usual)
}

// For a caller that named no method, the error lists the methods that accept the amount.
function suggestMethods(app: Needs<'edition'>, standing: Standing, { amount, paymentMethod }: NewPayment): string {
  if (paymentMethod || amount < amountMin) return ''
  const able = listUsableMethods(app, standing, amount)
  return able.length === 0
    ? '; no method that is available to this account takes more'
    : `; this account can ask for it by payment_method ${able.join(', ')}`
}
