import { z } from 'zod'

/** Whole rupiah as people type them: `25000`, `25.000`, `Rp 25.000`. */
export const typedRupiah = z
  .string()
  .transform(text => text.replace(/[.\s]|Rp/gi, ''))
  .pipe(z.string().regex(/^\d{1,12}$/, 'is whole rupiah'))
  .transform(Number)
