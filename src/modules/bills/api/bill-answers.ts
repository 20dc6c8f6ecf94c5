import { z } from 'zod'
import { paginationSchema, presentPagination } from '../../../api/dialects/pagination.ts'
import { presentRefund, refundFields } from '../../../api/dialects/payment.ts'
import {
  countSchema,
  makeShape,
  rupiahSchema,
  type ShapeNeeds,
  successSchema,
  timeSchema,
  urlSchema,
} from '../../../api/dialects/shape.ts'
import { paymentMethodIds } from '../../../methods/method.ts'
import type { Order } from '../../../orders/order.ts'
import { paymentStatuses } from '../../../payments/payment.ts'
import { paymentUrl } from '../../../payments/payment-url.ts'
import type { Bill } from '../bill.ts'
import type { BillLine } from '../bill-line.ts'
import type { WholeBill as FoundBill, ShownPart } from '../find-bill.ts'
import type { WaysToPayBill } from '../ways-to-pay-bill.ts'
import { BillShape, billFields, billIdSchema, presentBill, slugSchema } from './bill-shape.ts'

const BillPayment = z.object({
  invoice_id: z.string(),
  amount: rupiahSchema,
  final_amount: rupiahSchema,
  status: z.enum(paymentStatuses),
  payment_url: urlSchema,
  order: z.string().nullable().describe('The number of the order that it pays for'),
  payer_name: z.string().nullable(),
  payer_phone: z.string().nullable(),
  payer_address: z.string().nullable(),
  payer_note: z.string().nullable(),
  created_at: timeSchema,
  paid_at: timeSchema.nullable(),
  ...refundFields,
})

const BillItem = z.object({
  name: z.string(),
  quantity: countSchema,
  price: rupiahSchema.describe('Price of one unit without its options'),
  total: rupiahSchema,
  choices: z.array(z.string()).describe('The names of its options'),
})

const WholeBill = z
  .object({
    ...billFields,
    items: z.array(BillItem).describe('Goods from the catalogue; empty if the bill has none'),
    order: z
      .string()
      .nullable()
      .describe('The number of the order that reserves the items, once it is placed; null if many people may pay'),
    payment_methods: z
      .array(z.enum(paymentMethodIds))
      .describe('Methods with which its next payment can be made now; empty if it cannot be paid'),
    limited_methods: z
      .array(z.object({ payment_method: z.enum(paymentMethodIds), max_amount: rupiahSchema }))
      .describe('Methods with a lower limit per payment'),
    payments: z.array(BillPayment).describe('The newest 50, newest first'),
  })
  .meta({ id: 'WholeBill' })

export const billWrittenShape = makeShape(
  z.object({ success: successSchema, bill: billIdSchema, slug: slugSchema, url: urlSchema, data: BillShape }),
  (bill: Bill, app) => {
    const data = presentBill(bill, app)
    return { success: true, bill: data.bill, slug: data.slug, url: data.url, data }
  },
)

export const billCheckedShape = makeShape(
  z.object({ success: successSchema, data: WholeBill }),
  ({ bill, lines, order, orders, parts, ways }: FoundBill & { ways: WaysToPayBill | null }, app) => ({
    success: true,
    data: {
      ...presentBill(bill, app),
      items: lines.map(presentLine),
      order: order?.orderNumber ?? null,
      payment_methods: ways?.methods ?? [],
      limited_methods: (ways?.limited ?? []).map(({ method, max }) => ({ payment_method: method, max_amount: max })),
      payments: parts.map(part => presentPart(part, orders.get(part.payment.invoiceId), app)),
    },
  }),
)

interface ListedBills {
  bills: Bill[]
  total: number
  page: number
  limit: number
}

export const billsListedShape = makeShape(
  z.object({ success: successSchema, data: z.array(BillShape), pagination: paginationSchema }),
  ({ bills, ...listed }: ListedBills, app) => ({
    success: true,
    data: bills.map(bill => presentBill(bill, app)),
    pagination: presentPagination(listed),
  }),
)

function presentLine(line: BillLine): z.output<typeof BillItem> {
  const { quantity, price, makings } = line
  const choices = [...new Set(makings.flatMap(making => making.choices.map(({ optionName }) => optionName)))]
  return { name: line.name(), quantity, price, total: line.total(), choices }
}

function presentPart(part: ShownPart, order: Order | undefined, app: ShapeNeeds): z.output<typeof BillPayment> {
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
