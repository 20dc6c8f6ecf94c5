import { z } from 'zod'
import { refuseField } from '../../../lib/refusal.ts'
import { paymentMethodIds } from '../../../methods/method.ts'
import type { App } from '../../../needs.ts'
import type { PaymentFilter } from '../../../payments/list-payments.ts'
import { paymentStatuses } from '../../../payments/payment.ts'
import { SearchText } from '../../parts/inputs.ts'

/** The filter of the list of payments and of its export, as query parameters. */
export const PaymentQuery = z.object({
  search: SearchText,
  status: z.enum(paymentStatuses).optional(),
  method: z.enum([...paymentMethodIds, 'all']).optional(),
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

/** Parses the filter. Refuses `invalid_request` for a day that does not exist. */
export function readPaymentFilter(app: App, query: PaymentQuery): Omit<PaymentFilter, 'page' | 'limit'> {
  const { search, status, method, from, to } = query
  return {
    search: search || undefined,
    status,
    paymentMethod: method,
    from: readDayFilter(app, 'from', from),
    before: readDayFilter(app, 'to', to) && (app.calendar.endOfDay(to!) ?? undefined),
    firstDay: from,
    lastDay: to,
  }
}

/** Returns the start of a day from an address. Refuses `invalid_request` for a day that does not exist. */
export function readDayFilter({ calendar }: App, path: string, day: string | undefined): Date | undefined {
  if (day === undefined) return undefined
  const start = calendar.startOfDay(day)
  if (!start) throw refuseField(path, 'is a day that exists, YYYY-MM-DD', 'not_a_day')
  return start
}

/** Returns the filter as query parameters. */
export function toFilterQuery({ search, status, method, from, to }: PaymentQuery): Record<string, string | undefined> {
  return { search, status, method, from, to }
}
