import { z } from 'zod'
import { readRupiah } from '../../lib/amounts/read-rupiah.js'

/** An amount in whole rupiah as people type it: `25000`, `Rp 25.000,-`, `25rb`. */
export const rupiahSchema = z.string().transform(readRupiah).pipe(z.number('is whole rupiah'))

/**
 * An amount in a form of several fields: an invalid one becomes NaN, which the use case refuses together with other
 * mistakes.
 */
export const lenientRupiahSchema = z.string().transform(readRupiah)

/** Reads an optional amount of a form: null for an empty field, NaN for an invalid amount. */
export function readOptionalRupiah(text = ''): number | null {
  return text.trim() === '' ? null : readRupiah(text)
}

/** A whole number in a form of several fields, handled in the same way; a missing one is 0. */
export const lenientNumberSchema = z
  .string()
  .trim()
  .max(20)
  .transform(text => (/^\d{0,7}$/.test(text) ? Number(text) : Number.NaN))
