import { z } from 'zod'
import { countSchema, rupiahSchema, type ShapeNeeds, timeSchema, urlSchema } from '../../../api/dialects/shape.ts'
import { fromStored } from '../../../lib/fields/day-field.ts'
import { createApiSchema, type FieldValue } from '../../../lib/fields/field.ts'
import type { Bill } from '../bill.ts'
import { billKinds, billQuestions, billStatuses, billUrl } from '../bill-kinds.ts'
import { type BillTermField, billTermFields } from '../bill-term-fields.ts'

export const billIdSchema = z.string().meta({ description: "The bill's id", examples: ['BILL-7F3KQ2M9XDVW4T6RB'] })
export const slugSchema = z
  .string()
  .meta({ description: 'The last part of its address', examples: ['Ykq0Vw7m3nX2b5c8d1e4f6'] })

function describeTerm(field: BillTermField): z.ZodType<FieldValue> {
  const schema = createApiSchema(field)
  return field.api?.answer ? schema.describe(field.api.answer) : schema
}

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
  amount: rupiahSchema.nullable(),
  min_amount: rupiahSchema.nullable(),
  max_amount: rupiahSchema.nullable(),
  proposed_amount: rupiahSchema.nullable(),
  parts: z.boolean().describe('Whether it may be paid in parts'),
  collected: rupiahSchema.describe('Total of its paid payments, without unique codes'),
  due: rupiahSchema.nullable().describe('The amount still due; null if many people may pay'),
  excess: rupiahSchema.describe('Money received beyond the amount due and not returned yet'),
  uses: countSchema.describe('Number of paid payments'),
  ...Object.fromEntries(billTermFields.map(field => [field.name, describeTerm(field)])),
  metadata: z.record(z.string(), z.string()).describe("The merchant's own data, copied to the bill's payments"),
  ask: z.array(z.enum(billQuestions)).describe('Details that the payer is asked for'),
  redirect_url: z.string().nullable(),
  created_at: timeSchema,
  paid_at: timeSchema.nullable(),
}

export const BillShape = z.object(billFields).meta({ id: 'Bill' })

export function presentBill(bill: Bill, { calendar, config }: ShapeNeeds): z.output<typeof BillShape> {
  return {
    bill: bill.publicId,
    slug: bill.slug,
    url: billUrl(config, bill),
    kind: bill.kind,
    status: bill.status,
    title: bill.title,
    amount: bill.amount,
    min_amount: bill.minAmount,
    max_amount: bill.maxAmount,
    proposed_amount: bill.proposedAmount,
    parts: bill.takesParts,
    collected: bill.collected,
    due: bill.due(),
    excess: bill.excess,
    uses: bill.uses,
    ...Object.fromEntries(billTermFields.map(field => [field.name, fromStored(calendar, field, bill[field.property])])),
    metadata: bill.metadata,
    ask: bill.asks,
    redirect_url: bill.redirectUrl,
    created_at: calendar.format(bill.createdAt),
    paid_at: bill.paidAt && calendar.format(bill.paidAt),
  }
}
