import type { FieldValue } from '../../lib/fields/field.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { FieldProblem } from '../../lib/refusals/field-error.ts'
import type { Handover } from '../delivery-zones.ts'
import type { GroupInput } from '../options/write-groups.ts'
import type { ProductValues } from '../product-fields.ts'
import type { ProductKind, RequiredDetail } from '../product-kinds.ts'
import type { PlainRules } from '../rules/check-shop-rules.ts'
import type { VariantValues } from '../variant-fields.ts'

/** A mistake in a catalogue file, with everything needed to correct it. */
export type Mistake = FieldProblem & {
  /** The line, counted from 1. */
  line: number
  /** The place of the mistake: `products.3.price`, a file, or the name of a table's column. */
  name: string
  /** The letter of that column. */
  column?: string
  /** The whole sentence, in English. */
  error: string
}

export interface ParsedCategory {
  line: number
  key: string
  name: string
  parentKey: string | null
  position: number
  isActive: boolean
}

export interface ParsedProduct extends ProductValues {
  line: number
  key: string
  /** The key of a category in this file or of an imported one. */
  categoryKey: { key: string; line: number } | null
  kind: ProductKind
  name: string
  picture: { path: string; line: number } | null
  asks: RequiredDetail[]
  handovers: Handover[]
  position: number
  isActive: boolean
  variants: ParsedVariant[]
  /** The groups of options; null if the file does not mention them, which leaves them unchanged. */
  options: GroupInput[] | null
}

export interface ParsedVariant extends VariantValues {
  line: number
  key: string
  name: string
  price: number
  stock: ParsedStock
  position: number
  isActive: boolean
}

export type ParsedStock = {
  line: number
} /** With `was` the stock changes by the difference: since the export, or with `isNow` since it was just read. */ & (
  | { mode: 'counter'; count: number; was?: number; isNow?: true }
  | { mode: 'unlimited' }
  | { mode: 'serial'; lines: { line: string; number: number }[]; file: string | null }
  | { mode: 'webhook'; url: string }
  | { mode: 'file'; path: string; name: string }
  | { mode: 'content'; title: string; body: string }
)

export interface ParsedCatalog {
  /** The id of an exported file, so that its stock changes are applied only once; null for a hand-written file. */
  exported: string | null
  categories: ParsedCategory[]
  products: ParsedProduct[]
  /** The shop's rules; null if the file has none. */
  rules: ParsedRules | null
  coupons: ParsedCoupon[]
  mistakes: Mistake[]
}

/** The `shop:` part of a catalogue file. Unset rules stay unchanged, because they may have been set on a page. */
export interface ParsedRules extends Partial<PlainRules> {
  referralAmount?: number | null
  referralTotalMin?: number
  referralDays?: number
}

/** Returns the result for a file that cannot be parsed at all. */
export function createFailedCatalog(mistakes: Mistake[]): ParsedCatalog {
  return { exported: null, categories: [], products: [], rules: null, coupons: [], mistakes }
}

/** Returns the result for a file that exceeds a limit; `error` continues "the file". */
export function createTooComplexCatalog(error: string): ParsedCatalog {
  return createFailedCatalog([{ line: 1, name: 'file', error: `the file ${error}`, code: 'too_complex' }])
}

/** The maximum number of mistakes reported at once; the merchant corrects these first. */
export const mistakesMax = 200
const nameLengthMax = 200
const errorLengthMax = 500

/**
 * Returns the first 200 mistakes in the order of their lines. They quote names and cells, which may be as long as the
 * file itself, so they are shortened.
 */
export function takeFirstMistakes(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes
    .toSorted((one, other) => one.line - other.line)
    .slice(0, mistakesMax)
    .map(mistake => ({
      ...mistake,
      name: cutText(mistake.name, nameLengthMax),
      error: cutText(mistake.error, errorLengthMax),
    }))
}

function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`
}

/** An entry of the `coupons:` part. */
export interface ParsedCoupon {
  code: string
  percent: number | null
  amount: number | null
  /** The described terms by property; undefined if the file does not name one. */
  terms: Record<string, FieldValue | undefined>
  productKeys: string[]
  isActive: boolean
}

/** Returns the refusal for these mistakes, which means that nothing was written. */
export function refuseMistakes(mistakes: Mistake[]): Refusal {
  const count = mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`
  return new Refusal('invalid_request', `${count} in the catalogue; nothing was written`, {
    fields: takeFirstMistakes(mistakes).map(({ line, name, column, ...mistake }) => ({
      ...mistake,
      path: `line ${line}`,
      place: { line, name, ...(column && { column }) },
    })),
  })
}
