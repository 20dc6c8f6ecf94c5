import { z } from 'zod'

/** The id of a row, in an address or a form. */
export const RowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An optional id in an address; an invalid id counts as absent. */
export const OptionalRowId = RowId.optional().catch(undefined)

/** The public id of a product or variant. */
export const PublicId = z.string().regex(/^[\w-]{22}$/)

export const PageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

/** A flag in an address: `1`, or not set. */
export const Mark = z.literal('1').optional().catch(undefined)

export const SearchText = z.string().trim().max(200).optional()

/** A file of a form: a browser sends an empty text if the user chose none. */
export const ChosenFile = z.union([z.instanceof(Buffer), z.string()]).optional()
