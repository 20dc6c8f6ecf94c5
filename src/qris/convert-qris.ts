import { Refusal } from '../lib/refusal.ts'
import { crcOf } from './crc.ts'
import { parseQris, QRIS_CHARACTERS_MAX, type Qris } from './parse-qris.ts'
import { charactersIn, emptyLevel } from './tlv.ts'

export interface Conversion {
  /** The code as it was given, without what stood around it. */
  original: string
  converted: string
  /** The last four characters of `converted`. */
  crc: string
  nominal: number
  /** What the original says. */
  info: Qris
}

/** Tag 54 holds 13 characters (QRIS 4.7.8.1). */
export const NOMINAL_MAX = 9_999_999_999_999

/**
 * Embeds an amount in whole rupiah. Only 01 (to dynamic), 54 and 63 change; every other object stays byte for byte and in
 * place, the tip (55-57) too. A dynamic code has its amount replaced.
 * Refuses `invalid_nominal`, `invalid_qris`, `invalid_crc`, and `unsupported_qris` for other countries' and transfer codes.
 */
export function convertQris(text: string, nominal: number): Conversion {
  if (!Number.isSafeInteger(nominal) || nominal < 1 || nominal > NOMINAL_MAX) {
    throw new Refusal('invalid_nominal', `nominal is whole rupiah from 1 to ${NOMINAL_MAX}`)
  }
  const info = parseQris(text, root)
  refuseUnpayable(info)
  const converted = embed(info.text, nominal)
  refuseLength(converted)
  return { original: info.text, converted, crc: converted.slice(-4), nominal, info }
}

function refuseUnpayable(info: Qris): void {
  if (info.problem !== null) throw new Refusal(info.problem.code, info.problem.message)
  if (info.currency !== '360')
    throw new Refusal('unsupported_qris', `tag 53 is ${shown(info.currency)}, a QRIS has 360`)
  if (info.countryCode !== 'ID')
    throw new Refusal('unsupported_qris', `tag 58 is ${shown(info.countryCode)}, a QRIS has ID`)
  if (info.isTransfer) throw new Refusal('unsupported_qris', 'tag 40 alone is a transfer code, which takes no amount')
}

function shown(value: string | null): string {
  return value === null ? 'missing' : `'${value}'`
}

/** Refilled by every conversion; nothing in one yields. */
const root = emptyLevel()

/** The places are found by walking, never by searching: a name may contain anything, `54` and `5802ID` included. */
function embed(text: string, nominal: number): string {
  const amount = String(nominal)
  let out = ''
  let from = 0
  for (let n = 0; n < root.count; n++) {
    const id = root.ids[n]!
    const end = root.ends[id]!
    if (id === 0 && root.starts[1] === 0) {
      out += text.slice(from, end) + DYNAMIC
      from = end
    } else if (id === 1) {
      out += text.slice(from, root.starts[1]! - 4) + DYNAMIC
      from = end
    } else if (id === 53) {
      // All but three of 31 dynamic codes met in the wild carry the amount right behind the currency.
      out += `${text.slice(from, end)}54${amount.length < 10 ? '0' : ''}${amount.length}${amount}`
      from = end
    } else if (id === 54) {
      out += text.slice(from, root.starts[54]! - 4)
      from = end
    }
  }
  out += text.slice(from, -4)
  return out + crcOf(out)
}

const DYNAMIC = '010212'

/** A result over the limit would be refused by the next reader, this one included. */
function refuseLength(converted: string): void {
  if (converted.length <= QRIS_CHARACTERS_MAX) return
  const length = charactersIn(converted, 0, converted.length)
  if (length <= QRIS_CHARACTERS_MAX) return
  throw new Refusal('invalid_qris', `with its amount the code has ${length} characters, over ${QRIS_CHARACTERS_MAX}`)
}
