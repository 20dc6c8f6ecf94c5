import type { ProductChanges } from '../../../catalog/many/change-products.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'

/** The fields of the form by name, without unchecked boxes. */
export type TypedFields = Readonly<Record<string, string>>

/** Reads the changes of the list by comparing with the fields that start with `was_`. An invalid number becomes NaN. */
export function readChanges(formValues: TypedFields): ProductChanges {
  const visibilities = listIds(formValues, 'was_on_')
    .map(productId => ({ productId, isActive: formValues[`on_${productId}`] === 'on' }))
    .filter(({ productId, isActive }) => isActive !== (formValues[`was_on_${productId}`] === '1'))
  const prices = listIds(formValues, 'was_price_')
    .map(variantId => ({ variantId, price: readRupiah(formValues[`price_${variantId}`] ?? '') }))
    .filter(({ variantId, price }) => price !== readRupiah(formValues[`was_price_${variantId}`] ?? ''))
  const stocks = listIds(formValues, 'was_left_')
    .map(variantId => {
      const [was, left] = [`was_left_${variantId}`, `left_${variantId}`].map(name => parseNumber(formValues[name]))
      return { variantId, was: was!, left: left! }
    })
    .filter(({ was, left }) => was !== left)
  return { shown: visibilities, prices, stocks }
}

function listIds(typed: TypedFields, prefix: string): string[] {
  const ids = Object.keys(typed).filter(name => name.startsWith(prefix))
  return ids.map(name => name.slice(prefix.length)).filter(id => /^[\w-]{22}$/.test(id))
}

function parseNumber(text = ''): number {
  const digits = text.replace(/[.\s]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}
