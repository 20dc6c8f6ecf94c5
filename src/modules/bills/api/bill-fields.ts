import { z } from 'zod'
import {
  dayField,
  flagField,
  optionalText,
  requiredId,
  requiredText,
  textsField,
  treatBlankAsAbsent,
  wholeNumber,
} from '../../../api/fields.ts'
import { billQuestions } from '../../../events/outward-bill.ts'
import { referenceMax } from '../../../payments/payment-reference.ts'
import { itemsMax, quantityMax } from '../price-items.ts'

const questions = `is a list of ${billQuestions.join(', ')}`

const choicesRule = 'is a list of options, such as ["milk:oat"]'

const amount = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** The fields of a bill in a request body. */
export const billFields = {
  amount: amount.describe('Whole rupiah'),
  min_amount: amount.describe('With max_amount: the payer chooses the amount'),
  max_amount: amount,
  proposed_amount: amount.describe('The amount that its page suggests'),
  note: optionalText(500),
  customer_name: optionalText(100).describe('Name of the customer whom the bill is for'),
  customer_phone: optionalText(32),
  due_date: dayField.describe('The last day on which payment is on time; it can still be paid later'),
  reminders: flagField.describe(
    "Send reminders to the payer in the shop's chat, if the phone number belongs to a customer",
  ),
  end_date: dayField.describe('The last day on which the bill can be opened'),
  reference: optionalText(referenceMax).describe("The merchant's own id"),
  metadata: textsField.describe("The merchant's own data, copied to the bill's payments"),
  ask: z
    .preprocess(treatBlankAsAbsent, z.array(z.enum(billQuestions, questions), questions).max(4, questions).optional())
    .describe('Details that the payer is asked for'),
  thanks: optionalText(500).describe('Text shown once the bill is paid'),
  redirect_url: optionalText(2048).meta({ format: 'uri' }),
  uses_max: wholeNumber(1, 1_000_000).describe('The bill is closed after this many payments'),
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
  note?: string | undefined
  customer_name?: string | undefined
  customer_phone?: string | undefined
  due_date?: string | undefined
  reminders?: boolean | undefined
  end_date?: string | undefined
  reference?: string | undefined
  metadata?: Record<string, string> | undefined
  ask?: (typeof billQuestions)[number][] | undefined
  thanks?: string | undefined
  redirect_url?: string | undefined
  uses_max?: number | undefined
  slug?: string | undefined
}

/** Returns the terms of a bill under the names of the use cases. */
export function readTerms(fields: Fields) {
  return {
    amount: fields.amount,
    minAmount: fields.min_amount,
    maxAmount: fields.max_amount,
    proposedAmount: fields.proposed_amount,
    note: fields.note,
    slug: fields.slug,
    usesMax: fields.uses_max,
    customerName: fields.customer_name,
    customerPhone: fields.customer_phone,
    reminders: fields.reminders,
    dueDay: fields.due_date,
    endDay: fields.end_date,
    reference: fields.reference,
    metadata: fields.metadata,
    asks: fields.ask && [...new Set(fields.ask)],
    thanks: fields.thanks,
    redirectUrl: fields.redirect_url,
  }
}
