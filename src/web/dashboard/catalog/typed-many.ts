import type { ManyChanges } from '../../../catalog/many/change-many.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'

/** The fields of the form by name, without unchecked boxes. */
export type Typed = Readonly<Record<string, string>>

/** Reads the changes of the list by comparing with the fields that start with `was_`. An invalid number becomes NaN. */
export function readChanges(typed: Typed): ManyChanges {
  const visibilities = listIds(typed, 'was_on_')
    .map(productId => ({ productId, isActive: typed[`on_${productId}`] === 'on' }))
    .filter(({ productId, isActive }) => isActive !== (typed[`was_on_${productId}`] === '1'))
  const prices = listIds(typed, 'was_price_')
    .map(variantId => ({ variantId, price: readRupiah(typed[`price_${variantId}`] ?? '') }))
    .filter(({ variantId, price }) => price !== readRupiah(typed[`was_price_${variantId}`] ?? ''))
  const stocks = listIds(typed, 'was_left_')
    .map(variantId => {
      const [was, left] = [`was_left_${variantId}`, `left_${variantId}`].map(name => parseNumber(typed[name]))
      return { variantId, was: was!, left: left! }
    })
    .filter(({ was, left }) => was !== left)
  return { shown: visibilities, prices, stocks }
}

function listIds(typed: Typed, prefix: string): string[] {
  const ids = Object.keys(typed).filter(name => name.startsWith(prefix))
  return ids.map(name => name.slice(prefix.length)).filter(id => /^[\w-]{22}$/.test(id))
}

function parseNumber(text = ''): number {
  const digits = text.replace(/[.\s]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}
