import { z } from 'zod'
import type { Movement as Booked } from '../../books/movement.ts'
import type { Withdrawal } from '../../books/withdrawal.ts'
import { withdrawalStatuses } from '../../books/withdrawal.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import type { Dialect } from './dialect.ts'
import { paginationSchema, presentPagination } from './pagination.ts'
import { ListedPaymentShape, presentListedPayment, presentPaymentRefund, RefundShape } from './payment.ts'
import { makeShape, makeTextFileShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema } from './shape.ts'

const Movement = z
  .object({
    id: z.int(),
    type: z.enum(['sale', 'withdrawal', 'refund_note']),
    invoice_id: z.string().nullable(),
    withdrawal_id: z.string().nullable(),
    amount: rupiahSchema,
    fee: rupiahSchema.describe('What the customer paid in addition: the percentage of qris_platform'),
    net: rupiahSchema.describe('amount minus fee'),
    is_withdrawable: z.boolean().describe('Whether it counts towards the balance'),
    created_at: timeSchema,
  })
  .meta({ id: 'Movement' })

export const WithdrawalShape = z
  .object({
    id: z.string(),
    amount: rupiahSchema,
    status: z.enum(withdrawalStatuses),
    bank: z.string(),
    account_number: z.string().describe('Masked'),
    account_holder: z.string(),
    waits_until: timeSchema
      .nullable()
      .describe('It is not approved before this time, because the destination was changed'),
    note: z.string().nullable(),
    created_at: timeSchema,
    changed_at: timeSchema,
  })
  .meta({ id: 'Withdrawal' })

const Simulated = z
  .object({
    invoice_id: z.string(),
    status: z.enum(paymentStatuses),
    transfers: z.array(
      z.object({
        reference: z.string(),
        amount: rupiahSchema,
        outcome: z
          .enum(['known', 'settled', 'review', 'unsettled'])
          .describe('`settled`: the transfer paid the payment'),
      }),
    ),
  })
  .meta({ id: 'SimulatedPayment' })

type MoneyAnswers =
  | 'paymentSimulated'
  | 'balanceFound'
  | 'movementsListed'
  | 'dayReconciled'
  | 'refundNoted'
  | 'paymentRefunded'
  | 'withdrawalsListed'
  | 'withdrawalRequested'

/** The answers about money, identical in both dialects. */
export const moneyAnswers: Pick<Dialect, MoneyAnswers> = {
  paymentSimulated: makeShape(z.object({ success: successSchema, data: Simulated }), ({ payment, transfers }) => ({
    success: true,
    data: {
      invoice_id: payment.invoiceId,
      status: payment.status,
      transfers: transfers.map(({ reference, amount, settlement }) => ({ reference, amount, outcome: settlement })),
    },
  })),
  balanceFound: makeShape(
    z.object({
      success: successSchema,
      data: z.object({
        available: rupiahSchema,
        underway: rupiahSchema.describe('Withdrawals that are requested or approved'),
      }),
    }),
    ({ available, underway }) => ({ success: true, data: { available, underway } }),
  ),
  movementsListed: makeShape(
    z.object({ success: successSchema, data: z.array(Movement), pagination: paginationSchema }),
    ({ movements, ...listed }, app) => ({
      success: true,
      data: movements.map(movement => presentMovement(movement, app)),
      pagination: presentPagination(listed),
    }),
  ),
  dayReconciled: makeTextFileShape(
    'CSV (RFC 4180) that starts with the column names and ends with a line of totals',
    { type: 'text/csv; charset=utf-8', nameOf: ({ day }) => `reconciliation-${day}.csv` },
    async function* ({ columns, lines }) {
      yield `${columns}\r\n`
      for await (const line of lines) yield `${line}\r\n`
    },
  ),
  refundNoted: makeShape(z.object({ success: successSchema, data: Movement }), (movement, app) => ({
    success: true,
    data: presentMovement(movement, app),
  })),
  paymentRefunded: makeShape(
    z.object({ success: successSchema, data: ListedPaymentShape, refund: RefundShape }),
    ({ payment, key }, app) => ({
      success: true,
      data: presentListedPayment(payment, app),
      refund: presentPaymentRefund(payment.refunds!.find(refund => refund.key === key)!, app),
    }),
  ),
  withdrawalsListed: makeShape(
    z.object({ success: successSchema, data: z.array(WithdrawalShape), pagination: paginationSchema }),
    ({ withdrawals, ...listed }, app) => ({
      success: true,
      data: withdrawals.map(withdrawal => presentWithdrawal(withdrawal, app)),
      pagination: presentPagination(listed),
    }),
  ),
  withdrawalRequested: makeShape(z.object({ success: successSchema, data: WithdrawalShape }), (withdrawal, app) => ({
    success: true,
    data: presentWithdrawal(withdrawal, app),
  })),
}

function presentMovement(movement: Booked, { calendar }: ShapeNeeds): z.output<typeof Movement> {
  return {
    id: movement.id,
    type: movement.kind,
    invoice_id: movement.payment?.invoiceId ?? null,
    withdrawal_id: movement.withdrawal?.id ?? null,
    amount: movement.amount,
    fee: movement.fee,
    net: movement.net,
    is_withdrawable: movement.isWithdrawable,
    created_at: calendar.format(movement.createdAt),
  }
}

const shownDigits = 4

export function presentWithdrawal(withdrawal: Withdrawal, { calendar }: ShapeNeeds): z.output<typeof WithdrawalShape> {
  const { id, amount, status, bank, number, holder, waitsUntil, note } = withdrawal
  return {
    id,
    amount,
    status,
    bank,
    note,
    account_number: number.slice(-shownDigits).padStart(number.length, '*'),
    account_holder: holder,
    waits_until: waitsUntil && calendar.format(waitsUntil),
    created_at: calendar.format(withdrawal.createdAt),
    changed_at: calendar.format(withdrawal.changedAt),
  }
}
