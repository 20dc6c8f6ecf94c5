import { Refusal, type RefusalCode } from '../lib/refusal.ts'
import { checksum, crcWritten, hexOf } from './crc.ts'
import { charactersIn, emptyLevel, type Level, objectValue, place, tagName, type Unit, walk } from './tlv.ts'

/** A merchant-presented code as it was read. Fields are null when the code does not carry them; nothing inside is trimmed. */
export interface Qris {
  /** The code without the blanks, BOM and line ends around it. */
  text: string
  /** What its lengths count. */
  unit: Unit
  /** Whether it can be paid as it stands: clean, framed by 00 and 63, and the CRC fits. */
  isValid: boolean
  /** Why it is not valid. */
  problem: QrisProblem | null
  /** Tag 63 as written; writers use upper case, readers take both. */
  crc: string | null
  crcValid: boolean
  merchantName: string | null
  merchantCity: string | null
  countryCode: string | null
  postalCode: string | null
  currency: string | null
  merchantPan: string | null
  merchantId: string | null
  merchantCriteria: string | null
  nmid: string | null
  /** Tag 54 in the code's currency. */
  amount: number | null
  isStatic: boolean
  isDynamic: boolean
  /** A transfer code (tag 40 and no merchant account): it pays a person, and has no amount to set. */
  isTransfer: boolean
}

export interface QrisProblem {
  code: RefusalCode
  message: string
}

/** Design 4; the specification says 512 too (QRIS 4.1). */
export const QRIS_CHARACTERS_MAX = 512

/**
 * Reads any EMV merchant-presented code, other countries' and damaged ones too: what can be read is told, and `isValid` and
 * `problem` say whether to trust it. Refuses `invalid_qris` when it is no such code at all: empty, over 512 characters, not
 * a row of data objects, one of them twice, or not begun by tag 00. `root`, when given, is left with where they stand.
 */
export function parseQris(input: string, root: Level = ownRoot): Qris {
  const text = input.trim()
  refuseLength(text)
  const { sum, isPlain } = checksum(text, CRC_LENGTH)
  const unit = walkRoot(text, isPlain, root)
  const qris: Qris = {
    text,
    unit,
    isValid: false,
    problem: null,
    crc: objectValue(text, root, 63),
    crcValid: false,
    merchantName: objectValue(text, root, 59),
    merchantCity: objectValue(text, root, 60),
    countryCode: objectValue(text, root, 58),
    postalCode: objectValue(text, root, 61),
    currency: objectValue(text, root, 53),
    merchantPan: null,
    merchantId: null,
    merchantCriteria: null,
    nmid: null,
    amount: amountOf(objectValue(text, root, 54)),
    isStatic: false,
    isDynamic: false,
    isTransfer: false,
  }
  readInitiation(qris, root)
  const fault = readTemplates(qris, root)
  qris.problem = checkCrc(qris, root, sum) ?? fault
  qris.isValid = qris.problem === null
  return qris
}

const CRC_LENGTH = 4

/** Where the objects stand, refilled by every parse: nothing in one yields, so no two parses meet here. */
const ownRoot = emptyLevel()
const inner = emptyLevel()

function refuseLength(text: string): void {
  if (text === '') throw new Refusal('invalid_qris', 'the code is empty')
  // A character takes at most two UTF-16 units: counting waits until it could matter, and never for a huge text.
  if (text.length <= QRIS_CHARACTERS_MAX) return
  if (text.length <= 2 * QRIS_CHARACTERS_MAX && charactersIn(text, 0, text.length) <= QRIS_CHARACTERS_MAX) return
  throw new Refusal('invalid_qris', `the code is longer than ${QRIS_CHARACTERS_MAX} characters`)
}

/** Lengths count characters (QRIS 4.4.1.1); a code that fits only when they count bytes is read so. */
function walkRoot(text: string, isPlain: boolean, root: Level): Unit {
  if (!isPlain) refuseUnprintable(text)
  let unit: Unit = isPlain ? 'plain' : 'character'
  const fault = walk(text, 0, text.length, unit, root)
  if (fault !== null) {
    const bytesFit = !isPlain && walk(text, 0, text.length, 'byte', root) === null
    if (!bytesFit) throw new Refusal('invalid_qris', fault)
    unit = 'byte'
  }
  if (root.ids[0] !== 0) throw new Refusal('invalid_qris', `at 0: ${tagName(root.ids[0]!)} stands where tag 00 belongs`)
  return unit
}

/** Control characters and halves of characters are no part of `ans`, and neither survives printing or storing. */
function refuseUnprintable(text: string): void {
  const at = text.search(/[\p{Cc}\p{Cs}]/u)
  if (at < 0) return
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  throw new Refusal('invalid_qris', `at ${place(text, at)}: U+${code} is no character of a code`)
}

/** Digits with at most one point, at most 13 characters (QRIS 4.7.8.1); anything else is no amount. */
function amountOf(value: string | null): number | null {
  return value !== null && /^(?=.{1,13}$)\d+\.?\d*$/.test(value) ? Number(value) : null
}

/** 11 is static and 12 dynamic (QRIS 4.7.2.1), the first digit being how it is shown; else the amount tells. */
function readInitiation(qris: Qris, root: Level): void {
  const start = root.starts[1]!
  const kind = start !== 0 && root.ends[1] === start + 2 ? qris.text[start + 1] : undefined
  if (kind === '1') qris.isStatic = true
  else if (kind === '2') qris.isDynamic = true
  else if (root.starts[54] === 0) qris.isStatic = true
  else qris.isDynamic = true
}

/**
 * Pan, id and criteria are the 01, 02 and 03 of one template, the first of 26-45 in the code's order; the central
 * repository (51) has the national id and stands in for what that template lacks. Answers the first fault in a template.
 */
function readTemplates(qris: Qris, root: Level): QrisProblem | null {
  let problem: QrisProblem | null = null
  let domesticSeen = false
  let centralCriteria: string | null = null
  for (let n = 0; n < root.count; n++) {
    const id = root.ids[n]!
    if (!isTemplate(id)) continue
    const fault = walk(qris.text, root.starts[id]!, root.ends[id]!, qris.unit, inner)
    if (fault !== null) problem ??= { code: 'invalid_qris', message: `inside ${tagName(id)}: ${fault}` }
    if (fault !== null || (id > 45 && id !== 51)) continue
    if (id === 51) {
      qris.nmid = objectValue(qris.text, inner, 2)
      centralCriteria = objectValue(qris.text, inner, 3)
    } else if (!domesticSeen) {
      domesticSeen = true
      qris.merchantPan = objectValue(qris.text, inner, 1)
      qris.merchantId = objectValue(qris.text, inner, 2)
      qris.merchantCriteria = objectValue(qris.text, inner, 3)
    }
  }
  qris.merchantId ??= qris.nmid
  qris.merchantCriteria ??= centralCriteria
  qris.isTransfer = root.starts[40] !== 0 && !hasMerchantAccount(root)
  return problem
}

/** Only these are read here or named by the specification as objects in objects; 46-50, 65-79 and 80-99 stay opaque. */
function isTemplate(id: number): boolean {
  return (id >= 26 && id <= 45) || id === 51 || id === 62 || id === 64
}

function hasMerchantAccount(root: Level): boolean {
  for (let n = 0; n < root.count; n++) {
    const id = root.ids[n]!
    if (id >= 2 && id <= 51 && id !== 40) return true
  }
  return false
}

function checkCrc(qris: Qris, root: Level, sum: number): QrisProblem | null {
  const { crc } = qris
  if (crc === null) return { code: 'invalid_crc', message: 'tag 63, the CRC, is missing' }
  if (root.ids[root.count - 1] !== 63) {
    const at = place(qris.text, root.starts[63]! - 4)
    return { code: 'invalid_qris', message: `tag 63 at ${at} is not the last one` }
  }
  const written = crcWritten(crc)
  if (written < 0) return { code: 'invalid_crc', message: `CRC '${crc}' is not four hex digits` }
  qris.crcValid = written === sum
  return qris.crcValid
    ? null
    : { code: 'invalid_crc', message: `CRC ${crc} does not fit the text, whose CRC is ${hexOf(sum)}` }
}
