import { z } from 'zod'
import { billKinds, billQuestions, billStatuses, billUrl, type OutwardBill } from '../../events/outward-bill.ts'
import { countSchema, rupiahSchema, type ShapeNeeds, timeSchema, urlSchema } from './shape.ts'

export const billIdSchema = z.string().meta({ description: "The bill's id", examples: ['BILL-7F3KQ2M9XDVW4T6RB'] })
export const slugSchema = z
  .string()
  .meta({ description: 'The last part of its address', examples: ['Ykq0Vw7m3nX2b5c8d1e4f6'] })
const day = z.string().meta({ format: 'date' })

/** The fields of a bill in answers and events. */
export const billFields = {
  bill: billIdSchema,
  slug: slugSchema,
  url: urlSchema.describe("The bill's page; only pressing its button creates a payment, opening it does not"),
  kind: z
    .enum(billKinds)
    .describe('`once`: one payer; `many`: anyone who opens it; `open`: the payer chooses the amount'),
  status: z.enum(billStatuses).describe('`overdue` can still be paid; `closed` and `expired` cannot'),
  title: z.string(),
  note: z.string().nullable(),
  amount: rupiahSchema.nullable(),
  min_amount: rupiahSchema.nullable(),
  max_amount: rupiahSchema.nullable(),
  proposed_amount: rupiahSchema.nullable(),
  parts: z.boolean().describe('Whether it may be paid in parts'),
  collected: rupiahSchema.describe('Total of its paid payments, without unique codes'),
  due: rupiahSchema.nullable().describe('The amount still due; null if many people may pay'),
  excess: rupiahSchema.describe('Money received beyond the amount due and not returned yet'),
  uses: countSchema.describe('Number of paid payments'),
  uses_max: countSchema.nullable(),
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  due_date: day.nullable(),
  reminders: z.boolean().describe('Whether the payer gets reminders: the day before, the day after and a week after'),
  end_date: day.nullable(),
  reference: z.string().nullable().describe("The merchant's own id"),
  metadata: z.record(z.string(), z.string()).describe("The merchant's own data, copied to the bill's payments"),
  ask: z.array(z.enum(billQuestions)).describe('Details that the payer is asked for'),
  thanks: z.string().nullable(),
  redirect_url: z.string().nullable(),
  created_at: timeSchema,
  paid_at: timeSchema.nullable(),
}

export const BillShape = z.object(billFields).meta({ id: 'Bill' })

export function presentBill(bill: OutwardBill, { calendar, config }: ShapeNeeds): z.output<typeof BillShape> {
  // The stored moment is the start of the following day.
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
