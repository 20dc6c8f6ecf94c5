import { z } from 'zod'

const typed = z.string().transform(text => text.replace(/[.\s]|Rp/gi, ''))
const wholeRupiah = /^\d{1,12}$/

/** Whole rupiah as people type them: `25000`, `25.000`, `Rp 25.000`. */
export const typedRupiah = typed.pipe(z.string().regex(wholeRupiah, 'is whole rupiah')).transform(Number)

/**
 * The same for a form of several fields: what is none becomes NaN, which the use-case refuses together with what is
 * wrong with the other fields.
 */
export const toldRupiah = typed.transform(text => (wholeRupiah.test(text) ? Number(text) : Number.NaN))

/** A whole number of a form of several fields, in the same way; what is left out is 0. */
export const toldNumber = z
  .string()
  .trim()
  .max(20)
  .transform(text => (/^\d{0,7}$/.test(text) ? Number(text) : Number.NaN))
