import { type Opt, p } from '@mikro-orm/core'
import { phoneDigitsSql } from '../lib/phone.ts'

/**
 * A column with the digits of the phone in another, as `phoneDigits` has them, so that it is found however it was
 * written.
 */
export function phoneDigitsColumn(column: string) {
  return p
    .text()
    .strictNullable()
    .$type<Opt<string | null>>()
    .generated(`(${phoneDigitsSql(column)}) stored`)
}
