import type { App } from '../../../needs.ts'
import { listPayments, type PaymentFilter } from '../../../payments/list-payments.ts'
import type { Payment } from '../../../payments/payment.ts'
import { type CsvColumn, writeCsvFile } from '../../parts/csv.ts'
import { defineDownload } from '../../parts/download.ts'
import type { Visit } from '../../parts/visit.ts'
import { PaymentQuery, readPaymentFilter } from './payment-filter.ts'

const perRead = 500

/**
 * Downloads the payments that match a filter, as a file for spreadsheets. Its last line counts them, so that an
 * incomplete file can be recognised.
 */
export const paymentsCsv = defineDownload({
  path: '/dashboard/payments.csv',
  role: 'read',
  input: PaymentQuery,
  read: async (app, visit, query) =>
    writeCsvFile(app, visit, {
      name: 'payments',
      columns,
      pages: readPayments(app, visit, readPaymentFilter(app, query)),
    }),
})

const columns: CsvColumn<Payment>[] = [
  ['invoice_id', payment => payment.invoiceId],
  ['status', payment => payment.status],
  ['payment_method', payment => payment.paymentMethod],
  ['paid_via', payment => payment.paidVia],
  ['amount', payment => payment.amount],
  ['unique_code', payment => payment.uniqueCode],
  ['final_amount', payment => payment.finalAmount],
  ['paid_amount', payment => payment.paidAmount],
  ['paid_reff_num', payment => payment.paidReffNum],
  ['description', payment => payment.description],
  ['customer_name', payment => payment.customerName],
  ['customer_email', payment => payment.customerEmail],
  ['customer_phone', payment => payment.customerPhone],
  ['reference', payment => payment.reference],
  ['metadata', payment => (Object.keys(payment.metadata).length === 0 ? null : JSON.stringify(payment.metadata))],
  ['created_at', (payment, app) => app.calendar.format(payment.createdAt)],
  ['paid_at', (payment, app) => payment.paidAt && app.calendar.format(payment.paidAt)],
  ['refunded_at', (payment, app) => payment.refundedAt && app.calendar.format(payment.refundedAt)],
  ['refunded_amount', payment => payment.refundedAmount],
]

async function* readPayments(
  app: App,
  { scope }: Visit,
  filter: Omit<PaymentFilter, 'page' | 'limit'>,
): AsyncGenerator<Payment[]> {
  const readAfter = (cursor: Payment | undefined) => {
    const reading = listPayments(app, scope, { ...filter, page: 1, limit: perRead, cursor, isCounted: false })
    // A reader who disconnects waits for no further page.
    reading.catch(() => {})
    return reading
  }
  let reading = readAfter(undefined)
  for (;;) {
    const { payments } = await reading
    const isLast = payments.length < perRead
    // The database reads the next page while this one is written.
    if (!isLast) reading = readAfter(payments.at(-1))
    yield payments
    if (isLast) break
  }
}
