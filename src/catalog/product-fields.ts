import type { BilingualText, Field } from '../lib/fields/field.ts'
import type { Product } from './product.ts'

interface More {
  /** The name of its column in a table of products, and alternative names that tables use. */
  column: BilingualText & { others: readonly string[] }
}

/**
 * The fields of a product that are a number or a text, except its name. To add one, add a column to `Product`, its
 * migration, an entry here, and its behaviour.
 */
const described = [
  {
    property: 'description',
    name: 'description',
    kind: 'text',
    max: 2000,
    usual: '',
    rows: 4,
    label: { id: 'Keterangan', en: 'Description' },
    hint: { id: 'Paling banyak 2.000 huruf.', en: '2,000 characters at most.' },
    short: { id: 'keterangan', en: 'description' },
    column: { id: 'keterangan', en: 'description', others: ['deskripsi', 'deskripsi_produk'] },
  },
] as const satisfies readonly (Field & More)[]

export type ProductField = Field<(typeof described)[number]['property'], (typeof described)[number]['name']> & More
export const productFields: readonly ProductField[] = described

/** The values of all described fields of a product. */
export type ProductValues = Pick<Product, ProductField['property']>

export function pickProductValues(pick: (field: ProductField) => unknown): ProductValues {
  return Object.fromEntries(productFields.map(field => [field.property, pick(field)])) as unknown as ProductValues
}
