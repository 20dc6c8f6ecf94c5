import { z } from 'zod'
import { type Bill, billKinds, billQuestions, billStatuses } from '../../bills/bill.ts'
import type { BillLine } from '../../bills/bill-line.ts'
import { billUrl } from '../../bills/bill-url.ts'
import type { ShownPart } from '../../bills/find-bill.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import type { Order } from '../../orders/order.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import type { Dialect } from './dialect.ts'
import { paginate, pagination } from './pagination.ts'
import { presentRefund, refundFields } from './payment.ts'
import { address, count, datetime, rupiah, type Show, shape, success } from './shape.ts'

const billId = z.string().meta({ description: 'Names the bill', examples: ['BILL-7F3KQ2M9XDVW4T6RB'] })
const slug = z.string().meta({ description: 'The end of its address', examples: ['Ykq0Vw7m3nX2b5c8d1e4f6'] })
const day = z.string().meta({ format: 'date' })

const billFields = {
  bill: billId,
  slug,
  url: address.describe('Its page: opening it makes no payment, its button does'),
  kind: z.enum(billKinds).describe('`once`: one payer; `many`: whoever opens it; `open`: the payer says how much'),
  status: z.enum(billStatuses).describe('`overdue` can still be paid; `closed` and `expired` cannot'),
  title: z.string(),
  note: z.string().nullable(),
  amount: rupiah.nullable(),
  min_amount: rupiah.nullable(),
  max_amount: rupiah.nullable(),
  proposed_amount: rupiah.nullable(),
  parts: z.boolean().describe('Whether it may be paid in parts'),
  collected: rupiah.describe('What its payments came to, without unique codes'),
  due: rupiah.nullable().describe('What is still due; null where many may pay'),
  excess: rupiah.describe('What came beyond what was due, and was not returned yet'),
  uses: count.describe('How many payments were paid'),
  uses_max: count.nullable(),
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  due_date: day.nullable(),
  reminders: z.boolean().describe('Whether its payer is reminded, the day before, the day after and a week after'),
  end_date: day.nullable(),
  reference: z.string().nullable().describe("The merchant's own id"),
  metadata: z.record(z.string(), z.string()).describe("The merchant's own texts, which its payments have too"),
  ask: z.array(z.enum(billQuestions)).describe('What the payer is asked'),
  thanks: z.string().nullable(),
  redirect_url: z.string().nullable(),
  created_at: datetime,
  paid_at: datetime.nullable(),
}

export const BillShape = z.object(billFields).meta({ id: 'Bill' })

const BillPayment = z.object({
  invoice_id: z.string(),
  amount: rupiah,
  final_amount: rupiah,
  status: z.enum(paymentStatuses),
  payment_url: address,
  order: z.string().nullable().describe('The number of the order of goods that it is for'),
  payer_name: z.string().nullable(),
  payer_phone: z.string().nullable(),
  payer_address: z.string().nullable(),
  payer_note: z.string().nullable(),
  created_at: datetime,
  paid_at: datetime.nullable(),
  ...refundFields,
})

const BillItem = z.object({
  name: z.string(),
  quantity: count,
  price: rupiah.describe('Of one without its options'),
  total: rupiah,
  choices: z.array(z.string()).describe('The names of its options'),
})

const WholeBill = z
  .object({
    ...billFields,
    items: z.array(BillItem).describe('Goods of the catalogue; empty where the bill has none'),
    order: z
      .string()
      .nullable()
      .describe('The number of the order that holds them, once it was opened; null where many may pay'),
    payment_methods: z
      .array(z.enum(paymentMethodIds))
      .describe('By which its next payment can be made now; empty where nobody can pay it'),
    limited_methods: z
      .array(z.object({ payment_method: z.enum(paymentMethodIds), max_amount: rupiah }))
      .describe('Methods that take less in one payment'),
    payments: z.array(BillPayment).describe('The newest 50, newest first'),
  })
  .meta({ id: 'WholeBill' })

type BillAnswers = 'billWritten' | 'billChecked' | 'billsListed'

/** The same in both dialects. */
export const billAnswers: Pick<Dialect, BillAnswers> = {
  billWritten: shape(z.object({ success, bill: billId, slug, url: address, data: BillShape }), (bill, app) => {
    const data = presentBill(bill, app)
    return { success: true, bill: data.bill, slug: data.slug, url: data.url, data }
  }),
  billChecked: shape(z.object({ success, data: WholeBill }), ({ bill, lines, order, orders, parts, ways }, app) => ({
    success: true,
    data: {
      ...presentBill(bill, app),
      items: lines.map(presentLine),
      order: order?.orderNumber ?? null,
      payment_methods: ways?.methods ?? [],
      limited_methods: (ways?.limited ?? []).map(({ method, max }) => ({ payment_method: method, max_amount: max })),
      payments: parts.map(part => presentPart(part, orders.get(part.payment.invoiceId), app)),
    },
  })),
  billsListed: shape(z.object({ success, data: z.array(BillShape), pagination }), ({ bills, ...listed }, app) => ({
    success: true,
    data: bills.map(bill => presentBill(bill, app)),
    pagination: paginate(listed),
  })),
}

export function presentBill(bill: Bill, { calendar, config }: Show): z.output<typeof BillShape> {
  // The stored moment is the first one after the day.
  const dayBefore = (end: Date | null) => end && calendar.formatDay(new Date(end.getTime() - 1))
  return {
    bill: bill.publicId,
    slug: bill.slug,
    url: billUrl(config, bill),
    kind: bill.kind,
    status: bill.status,
    title: bill.title,
    note: bill.note,
    amount: bill.amount,
    min_amount: bill.minAmount,
    max_amount: bill.maxAmount,
    proposed_amount: bill.proposedAmount,
    parts: bill.takesParts,
    collected: bill.collected,
    due: bill.due(),
    excess: bill.excess,
    uses: bill.uses,
    uses_max: bill.usesMax,
    customer_name: bill.customerName,
    customer_phone: bill.customerPhone,
    due_date: dayBefore(bill.dueAt),
    reminders: bill.reminders,
    end_date: dayBefore(bill.endsAt),
    reference: bill.reference,
    metadata: bill.metadata,
    ask: bill.asks,
    thanks: bill.thanks,
    redirect_url: bill.redirectUrl,
    created_at: calendar.format(bill.createdAt),
    paid_at: bill.paidAt && calendar.format(bill.paidAt),
  }
}

function presentLine(line: BillLine): z.output<typeof BillItem> {
  const { quantity, price, makings } = line
  const choices = [...new Set(makings.flatMap(made => made.choices.map(({ optionName }) => optionName)))]
  return { name: line.name(), quantity, price, total: line.total(), choices }
}

function presentPart(part: ShownPart, order: Order | undefined, app: Show): z.output<typeof BillPayment> {
  const { calendar, config } = app
  const { payment } = part
  return {
    invoice_id: payment.invoiceId,
    amount: part.amount,
    final_amount: payment.finalAmount,
    status: payment.status,
    payment_url: paymentUrl(config, payment.invoiceId),
    order: order?.orderNumber ?? null,
    payer_name: part.payerName,
    payer_phone: part.payerPhone,
    payer_address: part.payerAddress,
    payer_note: part.payerNote,
    created_at: calendar.format(part.createdAt),
    paid_at: payment.paidAt && calendar.format(payment.paidAt),
    ...presentRefund(payment, app),
  }
}
