import { createHash } from 'node:crypto'
import { crcOf } from '../../qris/crc.ts'
import { parseQris } from '../../qris/parse-qris.ts'

export interface CodeParts {
  merchantId: string
  merchantName: string
  nmid: string
  pan: string
  /** The amount; null in a static code. */
  amount: number | null
  /** The reference in tag 62-05. */
  reference: string | null
}

/** Returns a code of a merchant of the sandbox. It cannot be paid in a real app, because no network knows its PAN. */
export function makeQrisCode({ merchantId, merchantName, nmid, pan, amount, reference }: CodeParts): string {
  const text = [
    makeObject('00', '01'),
    makeObject('01', amount === null ? '11' : '12'),
    makeObject('26', [
      makeObject('00', 'ID.CO.SANDBOX.WWW'),
      makeObject('01', pan),
      makeObject('02', merchantId),
      makeObject('03', 'UMI'),
    ]),
    makeObject('51', [makeObject('00', 'ID.CO.QRIS.WWW'), makeObject('02', nmid), makeObject('03', 'UMI')]),
    makeObject('52', '5411'),
    makeObject('53', '360'),
    amount === null ? '' : makeObject('54', String(amount)),
    makeObject('58', 'ID'),
    makeObject('59', merchantName),
    makeObject('60', 'JAKARTA'),
    makeObject('61', '10110'),
    makeObject('62', [reference === null ? '' : makeObject('05', reference), makeObject('07', 'A01')]),
    '6304',
  ].join('')
  return text + crcOf(text)
}

/** Returns the static code of an account at the sandbox's bridge, which is always the same for the same number. */
export function makeStaticCode(number: string, holder: string): string {
  return makeQrisCode({
    merchantId: number.replace(/\W/g, '').slice(0, 15),
    merchantName: holder.slice(0, 25),
    nmid: makeNmid(number),
    pan: `${issuer}${hashDigits(number).slice(0, 10)}`,
    amount: null,
    reference: null,
  })
}

/** Returns the national merchant id of an account or merchant id at the sandbox, the same in all of its codes. */
export function makeNmid(number: string): string {
  return `ID${hashDigits(number).slice(0, 13)}`
}

function hashDigits(number: string): string {
  return BigInt(`0x${createHash('sha256').update(number).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(20, '0')
}

/** Returns the account that a static code of the sandbox, or one converted from it, pays; null for any other text. */
export function parseCodeAccount(text: string): { account: string; amount: number | null } | null {
  try {
    const { merchantPan, merchantId, amount, isValid } = parseQris(text)
    return isValid && merchantPan !== providerPan && merchantPan?.startsWith(issuer) && merchantId !== null
      ? { account: merchantId, amount }
      : null
  } catch {
    return null
  }
}

// No network knows this issuer.
const issuer = '93600099'

/** The PAN of the provider that creates a code for each payment. */
export const providerPan = `${issuer}0000000017`

function makeObject(tag: string, content: string | string[]): string {
  const value = [content].flat().join('')
  return tag + String(value.length).padStart(2, '0') + value
}
