import { z } from 'zod'
import {
  describedField,
  optionalText,
  requiredId,
  requiredText,
  textsField,
  treatBlankAsAbsent,
  wholeNumber,
} from '../../../api/fields.ts'
import type { FieldValue } from '../../../lib/fields/field.ts'
import { billQuestions } from '../bill-kinds.ts'
import { type BillTermField, billTermFields, pickBillTerms } from '../bill-term-fields.ts'
import { itemsMax, quantityMax } from '../price-items.ts'

const questions = `is a list of ${billQuestions.join(', ')}`

const choicesRule = 'is a list of options, such as ["milk:oat"]'

const amount = wholeNumber(1, Number.MAX_SAFE_INTEGER)

function describeTerm(field: BillTermField): z.ZodType<FieldValue | undefined> {
  const schema = describedField(field)
  return field.api?.request ? schema.describe(field.api.request) : schema
}

/** The fields of a bill in a request body. */
export const billFields = {
  amount: amount.describe('Whole rupiah'),
  min_amount: amount.describe('With max_amount: the payer chooses the amount'),
  max_amount: amount,
  proposed_amount: amount.describe('The amount that its page suggests'),
  ...Object.fromEntries(billTermFields.map(field => [field.name, describeTerm(field)])),
  metadata: textsField.describe("The merchant's own data, copied to the bill's payments"),
  ask: z
    .preprocess(treatBlankAsAbsent, z.array(z.enum(billQuestions, questions), questions).max(4, questions).optional())
    .describe('Details that the payer is asked for'),
  redirect_url: optionalText(2048).meta({ format: 'uri' }),
  slug: optionalText(20).describe('A readable name for its address, for a bill that many people may pay'),
}

export const titleField = requiredText(100)

const itemsRule = `is a list of 1 to ${itemsMax} items`

/** Items from the catalogue. */
export const itemsField = z
  .preprocess(
    treatBlankAsAbsent,
    z
      .array(
        z.object({
          product: requiredId('is the key of a product, as list-stock lists it'),
          variant: optionalText(64).describe("The variant's key; optional if the product has only one variant"),
          quantity: wholeNumber(1, quantityMax).describe('Defaults to 1'),
          choices: z
            .preprocess(
              treatBlankAsAbsent,
              z.array(z.string(choicesRule).max(200, choicesRule), choicesRule).max(50, choicesRule).optional(),
            )
            .describe('Its options, each prefixed with its group: `milk:oat`'),
        }),
        itemsRule,
      )
      .min(1, itemsRule)
      .max(itemsMax, itemsRule)
      .optional(),
  )
  .describe('Instead of an amount: goods from the catalogue, at their current prices')

export const billNameField = requiredId('is the id or the slug of a bill')

interface Fields {
  amount?: number | undefined
  min_amount?: number | undefined
  max_amount?: number | undefined
  proposed_amount?: number | undefined
  metadata?: Record<string, string> | undefined
  ask?: (typeof billQuestions)[number][] | undefined
  redirect_url?: string | undefined
  slug?: string | undefined
}

/** Returns the terms of a bill under the names of the use cases. */
export function readTerms(fields: Fields) {
  return {
    ...pickBillTerms(({ name }) => (fields as Record<string, unknown>)[name]),
    amount: fields.amount,
    minAmount: fields.min_amount,
    maxAmount: fields.max_amount,
    proposedAmount: fields.proposed_amount,
    slug: fields.slug,
    metadata: fields.metadata,
    asks: fields.ask && [...new Set(fields.ask)],
    redirectUrl: fields.redirect_url,
  }
}
