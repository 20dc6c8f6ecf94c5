import {
  type Code,
  characterOffset,
  createCode,
  formatTag,
  HEADER_LENGTH,
  readCode,
  readObjectValue,
  walkObjects,
} from './code.ts'
import { CRC_START, formatCrc, parseCrc, sumBytes } from './crc.ts'
import type { QrisErrorCode } from './qris-error.ts'

/** A merchant-presented code as it was read. A field is null if the code lacks it; values are not trimmed. */
export interface Qris {
  /** The code without surrounding blanks, quotes and invisible characters. */
  text: string
  /** Whether it may be paid unchanged: clean, framed by 00 and 63, and with a correct CRC. */
  isValid: boolean
  /** The reason why it is not valid; null for a valid code. */
  problem: QrisProblem | null
  /** Tag 63 as written, in either case. */
  crc: string | null
  crcValid: boolean
  merchantName: string | null
  merchantCity: string | null
  countryCode: string | null
  postalCode: string | null
  /** The currency by its ISO 4217 number; `360` is the rupiah. */
  currency: string | null
  merchantPan: string | null
  merchantId: string | null
  merchantCriteria: string | null
  nmid: string | null
  /** The amount in tag 54, in units of the currency. */
  amount: number | null
  isStatic: boolean
  isDynamic: boolean
  /** Whether it is a QRIS: in rupiah, from Indonesia, and static or dynamic if tag 01 is present. */
  isQris: boolean
  /** Whether it has tag 40 without a merchant account: such a code pays a person, and does not accept an amount. */
  isTransfer: boolean
}

export interface QrisProblem {
  code: QrisErrorCode
  message: string
}

/**
 * Reads any EMV merchant-presented code, including foreign and damaged ones. All readable parts are returned, and
 * `isValid` and `problem` show whether to trust them. Throws a QrisError `invalid_qris` if it is not such a code:
 * empty, over 512 characters, not a sequence of distinct data objects, or without tag 00 at the start.
 */
export function parseQris(text: string): Qris {
  readCode(text, own)
  return describeCode(own)
}

export function describeCode(code: Code): Qris {
  const { root } = code
  const isStatic = tellsStatic(code)
  const qris: Qris = {
    text: code.text,
    isValid: false,
    problem: null,
    crc: readObjectValue(code, root, 63),
    crcValid: false,
    merchantName: readObjectValue(code, root, 59),
    merchantCity: readObjectValue(code, root, 60),
    countryCode: readObjectValue(code, root, 58),
    postalCode: readObjectValue(code, root, 61),
    currency: readObjectValue(code, root, 53),
    merchantPan: null,
    merchantId: null,
    merchantCriteria: null,
    nmid: null,
    amount: readAmount(readObjectValue(code, root, 54)),
    isStatic,
    isDynamic: !isStatic,
    isQris: false,
    isTransfer: root.starts[40] !== 0 && !hasMerchantAccount(code),
  }
  const fault = readTemplates(code, qris)
  qris.problem = checkCrc(code, qris) ?? fault
  qris.isValid = qris.problem === null
  const method = readObjectValue(code, root, 1)
  qris.isQris =
    qris.currency === '360' && qris.countryCode === 'ID' && (method === null || method === '11' || method === '12')
  return qris
}

const own = createCode()

/**
 * Returns whether the code is static: 11 is static and 12 dynamic (QRIS 4.7.2.1), and the first digit is the way of
 * presentation. Without either, a missing amount decides.
 */
function tellsStatic({ bytes, root }: Code): boolean {
  const start = root.starts[1]!
  const digit = start !== 0 && root.ends[1] === start + 2 ? bytes[start + 1] : undefined
  return digit === 0x31 || (digit !== 0x32 && root.starts[54] === 0)
}

/** Reads an amount of digits with at most one point, at most 13 characters (QRIS 4.7.8.1); null for any other text. */
function readAmount(value: string | null): number | null {
  return value !== null && value.length <= 13 && /^\d+(\.\d*)?$/.test(value) ? Number(value) : null
}

function hasMerchantAccount({ root }: Code): boolean {
  return root.ids.subarray(0, root.count).some(id => id >= 2 && id <= 51 && id !== 40)
}

/**
 * Reads the merchant templates. Pan, id and criteria are the 01, 02 and 03 of one template, the first of 26-45 in the
 * code's order. The central repository (51) has the national id, and provides what that template lacks. Returns the
 * first fault in a template.
 */
function readTemplates(code: Code, qris: Qris): QrisProblem | null {
  const { root, inner } = code
  let problem: QrisProblem | null = null
  let centralCriteria: string | null = null
  let accountSeen = false
  for (let n = 0; n < root.count; n++) {
    const id = root.ids[n]!
    if (!isTemplate(id)) continue
    const fault = walkObjects(code, root.starts[id]!, root.ends[id]!, inner)
    if (fault !== null) problem ??= { code: 'invalid_qris', message: `inside ${formatTag(id)}: ${fault}` }
    else if (id === 51) {
      qris.nmid = readObjectValue(code, inner, 2)
      centralCriteria = readObjectValue(code, inner, 3)
    } else if (id <= 45 && !accountSeen) {
      accountSeen = true
      qris.merchantPan = readObjectValue(code, inner, 1)
      qris.merchantId = readObjectValue(code, inner, 2)
      qris.merchantCriteria = readObjectValue(code, inner, 3)
    }
  }
  qris.merchantId ??= qris.nmid
  qris.merchantCriteria ??= centralCriteria
  return problem
}

/**
 * Returns whether a field is parsed as a template, or contains objects by the specification; 46-50, 65-79 and 80-99 are
 * opaque.
 */
function isTemplate(id: number): boolean {
  return (id >= 26 && id <= 45) || id === 51 || id === 62 || id === 64
}

function checkCrc(code: Code, qris: Qris): QrisProblem | null {
  const { root } = code
  const { crc } = qris
  if (crc === null) return { code: 'invalid_crc', message: 'tag 63, the CRC, is missing' }
  if (root.ids[root.count - 1] !== 63) {
    return {
      code: 'invalid_qris',
      message: `tag 63 at ${characterOffset(code, root.starts[63]! - HEADER_LENGTH)} is not the last one`,
    }
  }
  const written = parseCrc(crc)
  if (written < 0) return { code: 'invalid_crc', message: `CRC '${crc}' is not four hex digits` }
  const sum = sumBytes(CRC_START, code.bytes, 0, root.starts[63]!)
  qris.crcValid = written === sum
  if (qris.crcValid) return null
  return { code: 'invalid_crc', message: `CRC ${crc} does not fit the text, whose CRC is ${formatCrc(sum)}` }
}
