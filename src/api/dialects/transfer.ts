import { z } from 'zod'
import type { TransferView } from '../../money/list-transfers.ts'
import { reviewReasons, transferStates } from '../../money/transfer.ts'
import type { Dialect } from './dialect.ts'
import { paginationSchema, presentPagination } from './pagination.ts'
import { makeShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema } from './shape.ts'

export const TransferShape = z
  .object({
    transfer_id: z.int(),
    state: z.enum(transferStates),
    reason: z.enum(reviewReasons).nullable().meta({ title: 'ReviewReason', description: 'Why it was put in review' }),
    amount: rupiahSchema,
    reference: z.string().describe("The provider's own reference"),
    occurred_at: timeSchema.nullable().describe('The time that the provider reports, if any'),
    received_at: timeSchema,
    payer_name: z.string().nullable(),
    payer_app: z.string().nullable(),
    invoice_id: z.string().nullable().describe('The payment that it paid or belongs to'),
    likely_invoice_id: z.string().nullable().describe('The payment that it is probably for'),
    repeats: z
      .int()
      .nullable()
      .describe(
        'The `transfer_id` of an earlier transfer that a phone reported in the same words: this one may be a duplicate',
      ),
    connection: z.string().describe('The connection that received it'),
    resolved_at: timeSchema.nullable(),
    resolved_by: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'Transfer' })

const Transfers = z.object({ success: successSchema, data: z.array(TransferShape), pagination: paginationSchema })

/** The transfer answers, identical in both dialects. */
export const transferAnswers: Pick<Dialect, 'transfersListed' | 'transferReviewed'> = {
  transfersListed: makeShape(Transfers, ({ transfers, ...listed }, app) => ({
    success: true,
    data: transfers.map(transfer => presentTransfer(transfer, app)),
    pagination: presentPagination(listed),
  })),
  transferReviewed: makeShape(z.object({ success: successSchema, data: TransferShape }), (transfer, app) => ({
    success: true,
    data: presentTransfer(transfer, app),
  })),
}

export function presentTransfer(transfer: TransferView, { calendar }: ShapeNeeds): z.output<typeof TransferShape> {
  return {
    transfer_id: transfer.id,
    state: transfer.state,
    reason: transfer.reason,
    amount: transfer.amount,
    reference: transfer.reference,
    occurred_at: transfer.occurredAt && calendar.format(transfer.occurredAt),
    received_at: calendar.format(transfer.receivedAt),
    payer_name: transfer.payerName,
    payer_app: transfer.payerApp,
    invoice_id: transfer.invoiceId,
    likely_invoice_id: transfer.likelyInvoiceId,
    repeats: transfer.repeatsId,
    connection: transfer.connectionLabel,
    resolved_at: transfer.resolvedAt && calendar.format(transfer.resolvedAt),
    resolved_by: transfer.resolvedBy,
    note: transfer.note,
  }
}
