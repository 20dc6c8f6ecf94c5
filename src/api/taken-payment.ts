import { z } from 'zod'
import { Refusal } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { paymentUrl } from '../payments/payment-url.ts'
import { timeSchema, urlSchema } from './dialects/shape.ts'

/** The fields of the error `reference_taken`: the payment that already has the reference. */
export const TakenPaymentShape = z
  .object({ invoice_id: z.string(), payment_url: urlSchema, expires_at: timeSchema })
  .partial()
  .describe('Only with `reference_taken`')

/** Returns the payment that a `reference_taken` error names; nothing for other errors. */
export function presentTakenPayment(
  { config, calendar }: Pick<App, 'config' | 'calendar'>,
  error: unknown,
): z.output<typeof TakenPaymentShape> {
  if (!(error instanceof Refusal) || error.details.code !== 'reference_taken') return {}
  const { invoiceId, expiresAt } = error.details
  return {
    invoice_id: invoiceId,
    payment_url: paymentUrl(config, invoiceId),
    expires_at: calendar.format(expiresAt),
  }
}
