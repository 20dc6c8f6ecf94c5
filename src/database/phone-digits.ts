import { type Opt, p } from '@mikro-orm/core'
import { phoneDigitsSql } from '../lib/phone.ts'

/**
 * Returns a column with the digits of the phone number in another column, as computed by `extractPhoneDigits`. A number
 * is thus found however it was written.
 */
export function phoneDigitsColumn(column: string) {
  return p
    .text()
    .strictNullable()
    .$type<Opt<string | null>>()
    .generated(`(${phoneDigitsSql(column)}) stored`)
}
