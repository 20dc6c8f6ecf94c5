import { z } from 'zod'
import { type PaymentMethodId, paymentMethodIds } from '../../methods/method.ts'
import type { Statistics } from '../../payments/statistics/summarize-payments.ts'
import type { Dialect } from './dialect.ts'
import { countSchema, makeShape, rupiahSchema, successSchema, timeSchema } from './shape.ts'

type StatisticsAnswers = Pick<Dialect, 'statistics'>

const methodRevenue = z.object({ count: countSchema, revenue: rupiahSchema })
const byMethod = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(Object.fromEntries(paymentMethodIds.map(id => [id, schema])) as Record<PaymentMethodId, Schema>)

const Detailed = z.object({
  success: successSchema,
  data: z
    .object({
      period: z.string(),
      summary: z.object({
        total_payments: countSchema,
        pending: countSchema,
        paid: countSchema,
        expired: countSchema,
        cancelled: countSchema,
        total_revenue: rupiahSchema.describe('Amount received, including unique codes'),
        total_refunded: rupiahSchema.describe('The part of total_revenue that you recorded as returned'),
        total_unique_codes: z.int().describe('The part of total_revenue that came from unique codes'),
        conversion_rate: z.number().min(0).max(100).describe('Share of paid payments, in percent with two decimals'),
      }),
      revenue_by_method: byMethod(methodRevenue).describe('Revenue by the method that was used to pay'),
      daily_stats: z
        .array(z.object({ date: z.iso.date(), total: countSchema, paid: countSchema, revenue: rupiahSchema }))
        .describe('Days with payments, oldest first; a payment counts for the day on which it was created'),
      options: z
        .array(
          z.object({
            product_name: z.string(),
            group_name: z.string(),
            option_name: z.string(),
            quantity: countSchema.describe('Number of units sold with this option'),
            revenue: rupiahSchema.describe('What the option added to their price'),
          }),
        )
        .max(500)
        .describe('The options of goods that were sold, most frequently chosen first'),
      recent_payments: z.array(
        z.object({
          invoice_id: z.string(),
          amount: rupiahSchema,
          paid_via: z.string().nullable(),
          paid_at: timeSchema,
        }),
      ),
    })
    .meta({ id: 'Statistics' }),
})

export const detailedStatistics: StatisticsAnswers = {
  statistics: makeShape(Detailed, (statistics, { calendar }) => ({
    success: true,
    data: {
      period: statistics.period,
      summary: {
        total_payments: statistics.totals.total,
        pending: statistics.totals.pending,
        paid: statistics.totals.paid,
        expired: statistics.totals.expired,
        cancelled: statistics.totals.cancelled,
        total_revenue: statistics.totals.revenue,
        total_refunded: statistics.refunded,
        total_unique_codes: statistics.totals.uniqueCodes,
        conversion_rate: conversionRate(statistics),
      },
      revenue_by_method: forEachMethod(id => statistics.revenueByMethod.get(id) ?? { count: 0, revenue: 0 }),
      daily_stats: statistics.days.map(({ day, total, paid, revenue }) => ({ date: day, total, paid, revenue })),
      options: statistics.options,
      recent_payments: statistics.recent.map(payment => ({
        invoice_id: payment.invoiceId,
        amount: payment.amount,
        paid_via: payment.paidVia,
        paid_at: calendar.format(payment.paidAt!),
      })),
    },
  })),
}

function conversionRate({ totals }: Statistics): number {
  return totals.total === 0 ? 0 : Math.round((totals.paid / totals.total) * 10_000) / 100
}

function forEachMethod<Value>(value: (id: PaymentMethodId) => Value): Record<PaymentMethodId, Value> {
  return Object.fromEntries(paymentMethodIds.map(id => [id, value(id)])) as Record<PaymentMethodId, Value>
}

const Simple = z.object({
  success: successSchema,
  period: z.string(),
  total_transactions: countSchema.describe('Number of payments created'),
  total_amount: rupiahSchema.describe('Amount received, including unique codes'),
  total_refunded: rupiahSchema.describe('The part of total_amount that you recorded as returned'),
  total_paid: countSchema.describe('Number of payments paid'),
  breakdown: z.record(z.string(), countSchema).describe('Number of payments created, by method id'),
})

export const simpleStatistics: StatisticsAnswers = {
  statistics: makeShape(Simple, statistics => ({
    success: true,
    period: statistics.period,
    total_transactions: statistics.totals.total,
    total_amount: statistics.totals.revenue,
    total_refunded: statistics.refunded,
    total_paid: statistics.totals.paid,
    breakdown: { ...forEachMethod(() => 0), ...Object.fromEntries(statistics.countByMethod) },
  })),
}
