import { z } from 'zod'
import { refuseRedirect } from '../accounts/refuse-redirect.ts'
import { checkCallbackAddress } from '../callbacks/callback-address.ts'
import { parseRedirectAddress } from '../lib/redirect-address.ts'
import { refuseField } from '../lib/refusal.ts'
import { findWaitingMoney } from '../money/find-waiting-money.ts'
import { createPaymentWithCode } from '../payments/create-payment-with-code.ts'
import { referenceMax } from '../payments/payment-reference.ts'
import { defineEndpoint } from './endpoint.ts'
import { emailText, flagField, idField, optionalText, rupiahField, textsField, treatBlankAsAbsent } from './fields.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

const CreatePaymentBody = z.object({
  amount: rupiahField.meta({
    override: { type: 'integer', minimum: 1000 },
    description:
      'Whole rupiah; at most 500000 for qris and all; for other methods, at most the max_amount of get-payment-methods',
  }),
  description: optionalText(500).describe('Payment description'),
  customer_name: optionalText(100),
  customer_email: emailText(254),
  customer_phone: optionalText(32),
  callback_url: optionalText(2048)
    .meta({ format: 'uri' })
    .describe('Address that receives the callback; defaults to the address of the account'),
  redirect_url: optionalText(2048)
    .refine(
      address => address === undefined || parseRedirectAddress(address) !== null,
      "is an absolute http or https address, or one of an app's scheme that the account has named",
    )
    .meta({
      format: 'uri',
      description:
        'Where the payment page links to once the payment has ended; invoice, status and signature are added',
    }),
  file_id: idField.describe('Digital file released after payment'),
  content_id: idField.describe('Hidden content revealed after payment'),
  product_image_id: idField.describe('Image shown on the payment page'),
  payment_method: z
    .preprocess(
      treatBlankAsAbsent,
      z
        .string('is the id of a method, as get-payment-methods lists them')
        .max(32, 'is the id of a method, as get-payment-methods lists them')
        .optional(),
    )
    .describe('A method id from get-payment-methods; defaults to the first method available to the account'),
  use_qris_converter: flagField.describe("Convert the merchant's own static QRIS to one that contains the amount"),
  qris_string: optionalText(512).describe('Static QRIS to convert (`verification` edition)'),
  reference: optionalText(referenceMax).describe(
    "The merchant's own id; in each account and mode, only one payment that is open, or paid and not refunded, " +
      'can have it',
  ),
  reuse: flagField.describe(
    'With a reference: returns the payment that has it if it is open, or paid and not refunded, and creates one ' +
      'only if all earlier ones were cancelled, refunded or expired unpaid',
  ),
  metadata: textsField.describe(
    "The merchant's own data: up to 20 strings of at most 200 characters, returned in responses and callbacks",
  ),
})

/** POST /api/create-payment (contract 4.1), with `Idempotency-Key`. */
export const createPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/create-payment',
  tag: 'Payments',
  summary: 'Create a payment',
  example: { amount: 15000, payment_method: 'qris', description: 'Kopi susu', metadata: { table: '7' } },
  keepsItsKeys: true,
  scope: 'payments',
  input: CreatePaymentBody,
  answer: 'paymentCreated',
  async handle(app, standing, input, request) {
    const { callback_url } = input
    await refuseRedirect(app, standing.accountId, input.redirect_url)
    if (input.reuse && input.reference === undefined) {
      throw refuseField('reference', 'is required with reuse', 'missing')
    }
    const check = () => {
      if (callback_url !== undefined) checkCallbackAddress(app, 'callback_url', callback_url)
    }
    const asked = {
      amount: input.amount,
      paymentMethod: input.payment_method,
      description: input.description,
      customerName: input.customer_name,
      customerEmail: input.customer_email,
      customerPhone: input.customer_phone,
      callbackUrl: callback_url,
      redirectUrl: input.redirect_url,
      fileId: input.file_id,
      contentId: input.content_id,
      productImageId: input.product_image_id,
      useQrisConverter: input.use_qris_converter,
      qrisString: input.qris_string,
      reference: input.reference,
      metadata: input.metadata,
      idempotencyKey: readIdempotencyKey(request, input),
    }
    return createPaymentWithCode(app, standing, asked, {
      check,
      waiter: request.waiter,
      reuse: input.reuse ? { findWaitingMoney } : undefined,
      onReplay: () => request.markReplayed(),
    })
  },
})
