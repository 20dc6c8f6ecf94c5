import { type Code, createCode, HEADER_LENGTH, isTooLong, QRIS_CHARACTERS_MAX, readCode, sliceText } from './code.ts'
import { CRC_START, formatCrc, sumAscii, sumBytes } from './crc.ts'
import { describeCode, type Qris } from './parse-qris.ts'
import { QrisError } from './qris-error.ts'

export interface Conversion {
  /** The code as passed in, without surrounding characters. */
  original: string
  converted: string
  /** The last four characters of `converted`. */
  crc: string
  nominal: number
  /** The values of the original. */
  info: Qris
}

/** Tag 54 can contain 13 characters (QRIS 4.7.8.1). */
export const NOMINAL_MAX = 9_999_999_999_999

/**
 * Embeds an amount in whole rupiah. Only 01 (to dynamic), 54 and 63 change; every other object keeps its bytes and
 * position, including the tip (55-57). The amount of a dynamic code is replaced. Throws a QrisError: `invalid_nominal`,
 * `invalid_qris`, `invalid_crc`, or `unsupported_qris` for other countries' and transfer codes.
 */
export function convertQris(text: string, nominal: number): Conversion {
  if (!Number.isInteger(nominal) || nominal < 1 || nominal > NOMINAL_MAX) {
    throw new QrisError('invalid_nominal', `nominal is whole rupiah from 1 to ${NOMINAL_MAX}`)
  }
  readCode(text, given)
  const info = describeCode(given)
  refuseUnpayable(info)
  const { body, crc } = embedAmount(given, String(nominal))
  const converted = body + crc
  if (isTooLong(converted)) throw tooLong()
  return { original: info.text, converted, crc, nominal, info }
}

const given = createCode()

function refuseUnpayable(info: Qris): void {
  if (info.problem !== null) throw new QrisError(info.problem.code, info.problem.message)
  if (info.currency !== '360') throw unsupportedQris(`tag 53 is ${formatValue(info.currency)}, a QRIS has 360`)
  if (info.countryCode !== 'ID') throw unsupportedQris(`tag 58 is ${formatValue(info.countryCode)}, a QRIS has ID`)
  if (info.isTransfer) throw unsupportedQris('tag 40 alone is a transfer code, which takes no amount')
}

function unsupportedQris(message: string): QrisError {
  return new QrisError('unsupported_qris', message)
}

function formatValue(value: string | null): string {
  return value === null ? 'missing' : `'${value}'`
}

/**
 * Copies the code around the three objects that change. Positions come from parsing, never from a search: a name may
 * contain anything, including `54` and `5802ID`.
 */
function embedAmount(code: Code, amount: string): { body: string; crc: string } {
  const { starts, ends, ids, count } = code.root
  const amountObject = `54${amount.length < 10 ? '0' : ''}${amount.length}${amount}`
  let body = ''
  let sum = CRC_START
  let from = 0
  for (let n = 0; n < count; n++) {
    const id = ids[n]!
    let end = 0
    let put = ''
    if (id === 1) {
      end = starts[1]! - HEADER_LENGTH
      put = DYNAMIC
    } else if (id === 0 && starts[1] === 0) {
      end = ends[0]!
      put = DYNAMIC
    } else if (id === 53) {
      // 28 of 31 dynamic codes found in use have the amount here.
      end = ends[53]!
      put = amountObject
    } else if (id === 54) {
      end = starts[54]! - HEADER_LENGTH
    } else continue
    body += sliceText(code, from, end) + put
    sum = sumAscii(sumBytes(sum, code.bytes, from, end), put)
    from = ends[id]!
  }
  body += sliceText(code, from, starts[63]!)
  return { body, crc: formatCrc(sumBytes(sum, code.bytes, from, starts[63]!)) }
}

const DYNAMIC = '010212'

/** Creates the error for a code that would be too long for any reader, including this one. */
function tooLong(): QrisError {
  return new QrisError('invalid_qris', `with its amount the code is longer than ${QRIS_CHARACTERS_MAX} characters`)
}
