import type { BilingualText, Field } from '../lib/fields/field.ts'
import { barcodePattern, chatStockModes, type Product, type Variant } from './product.ts'

interface More {
  /** Returns whether the form of this variant has the field. */
  isFor(product: Pick<Product, 'kind'>, variant: Pick<Variant, 'stockMode'>): boolean
  /** The name of its column in a table of products, and alternative names that tables use. */
  column: BilingualText & { others: readonly string[] }
  /** Its description in the API documents; unset if the API does not have it. */
  api?: string
  /** Whether a product in a catalogue file can set it for all of its variants. */
  isShared?: true
}

/**
 * The fields of a variant that are a number or a text. To add one, add a column to `Variant`, its migration, an entry
 * here, and its behaviour.
 */
const described = [
  {
    property: 'weightG',
    name: 'weight',
    kind: 'count',
    min: 1,
    max: 1_000_000,
    unit: 'grams',
    label: { id: 'Berat (gram)', en: 'Weight (grams)' },
    hint: {
      id: 'Untuk ongkir per kilogram. Kosongkan kalau tidak dihitung.',
      en: 'For fees by the kilogram. Leave it empty where it does not count.',
    },
    short: { id: 'berat (gram)', en: 'weight (grams)' },
    column: { id: 'berat_gram', en: 'weight_grams', others: ['berat', 'weight'] },
    isFor: ({ kind }) => kind === 'physical',
    isShared: true,
  },
  {
    property: 'barcode',
    name: 'barcode',
    kind: 'text',
    max: 48,
    pattern: { regex: barcodePattern, rule: 'has 3 to 48 letters, digits, dashes and dots' },
    label: { id: 'Barcode', en: 'Barcode' },
    hint: {
      id: 'Angka di bawah garis-garisnya, untuk di-scan di kasir.',
      en: 'The number under its lines, to be scanned at the counter.',
    },
    short: { id: 'barcode', en: 'barcode' },
    column: { id: 'barcode', en: 'barcode', others: ['kode_batang', 'ean', 'upc', 'gtin'] },
    api: 'The barcode that scanners read',
    isFor: (_, { stockMode }) => !chatStockModes.has(stockMode),
  },
  {
    property: 'cost',
    name: 'cost',
    kind: 'rupiah',
    min: 0,
    max: 1_000_000_000,
    unit: 'rupiah',
    label: { id: 'Harga modal (Rp)', en: 'Cost (Rp)' },
    hint: {
      id: 'Biaya membeli atau membuat satu, untuk menghitung untung di Statistik. Pelanggan tidak melihatnya.',
      en: 'What buying or making one costs you, for the profit in Statistics. Customers do not see it.',
    },
    short: { id: 'harga modal', en: 'cost' },
    column: { id: 'harga_modal', en: 'cost', others: ['modal', 'hpp', 'harga_beli', 'harga_pokok', 'cost_per_item'] },
    isFor: () => true,
    isShared: true,
  },
] as const satisfies readonly (Field & More)[]

export type VariantField = Field<(typeof described)[number]['property'], (typeof described)[number]['name']> & More
export const variantFields: readonly VariantField[] = described

/** The values of all described fields of a variant. */
export type VariantValues = Pick<Variant, VariantField['property']>

export function pickVariantValues(pick: (field: VariantField) => unknown): VariantValues {
  return Object.fromEntries(variantFields.map(field => [field.property, pick(field)])) as unknown as VariantValues
}
