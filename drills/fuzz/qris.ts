// Tries a million strings, most of them damaged codes: node drills/fuzz/qris.ts [count] [seed]

import { convertQris } from '../../packages/qris/src/convert-qris.ts'
import { parseQris } from '../../packages/qris/src/parse-qris.ts'
import { QrisError } from '../../packages/qris/src/qris-error.ts'
import { computeCrcSlowly } from '../../packages/qris/test/build.ts'
import { vectors } from '../../packages/qris/test/vectors.ts'
import { createRandom } from '../../test/kit/random-from.ts'

const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const random = createRandom(seed)
const codes = vectors.map(vector => vector.qris)
const tally = { valid: 0, invalid: 0, refused: 0, converted: 0 }
/**
 * Checks a string. Only refusals may be thrown. A valid code must have a correct CRC by the definition, and its
 * conversion must contain the amount.
 */
function check(text: string): void {
  const qris = unlessRefused(() => parseQris(text))
  if (qris === null) {
    tally.refused++
    assert(unlessRefused(() => convertQris(text, 1)) === null, 'unreadable and yet converted')
    return
  }
  tally[qris.isValid ? 'valid' : 'invalid']++
  assert(qris.isValid === (qris.problem === null), 'valid with a problem')
  assert(qris.isStatic !== qris.isDynamic, 'static and dynamic at once')
  if (qris.isValid)
    assert(computeCrcSlowly(qris.text.slice(0, -4)) === qris.text.slice(-4).toUpperCase(), 'valid with a wrong CRC')
  const nominal = 1 + Math.floor(random() * 9_999_999)
  const conversion = unlessRefused(() => convertQris(text, nominal))
  if (conversion === null) return
  tally.converted++
  assert(qris.isValid, 'converted and yet not valid')
  const again = parseQris(conversion.converted)
  assert(again.isValid && again.isDynamic && again.amount === nominal, 'converted into something else')
  assert(again.merchantName === qris.merchantName && again.merchantPan === qris.merchantPan, 'the merchant changed')
}

function unlessRefused<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof QrisError) return null
    throw error
  }
}

/** Damages a code in one to three ways. Half of the results get a correct CRC, so that more than the CRC is tested. */
function damaged(code: string): string {
  let text = code
  for (let faults = 1 + Math.floor(random() * 3); faults > 0; faults--) text = pick(FAULTS)(text)
  return random() < 0.5 ? text : `${text.slice(0, -4)}${computeCrcSlowly(text.slice(0, -4).trimStart().toWellFormed())}`
}

const FAULTS: Array<(text: string) => string> = [
  text => text,
  text => replaced(text, 1, character()),
  text => replaced(text, 1, String(Math.floor(random() * 10))),
  text => replaced(text, 0, character()),
  text => replaced(text, 1, ''),
  text => replaced(text, 4, ''),
  text => text.slice(0, place(text)),
  text => text + pick(codes),
  text =>
    replaced(text, 0, `${pick(['54', '59', '01', '63', '26', '99'])}${pick(['00', '01', '05', '99', ' 1', '+1'])}`),
  text =>
    text.replace(pick(['5802ID', '5303360', '010211', '6304']), pick(['', '5802SG', '5303702', '010212', '0102'])),
  text => ` ${text}\n`,
  () => Array.from({ length: Math.floor(random() * 60) }, character).join(''),
]

function replaced(text: string, length: number, by: string): string {
  const at = place(text)
  return text.slice(0, at) + by + text.slice(at + length)
}

function place(text: string): number {
  return Math.floor(random() * (text.length + 1))
}

function character(): string {
  const range = pick([0x10, 0x80, 0x100, 0xffff, 0x10ffff])
  return String.fromCodePoint(Math.floor(random() * range))
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

function assert(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

const startedMs = performance.now()

for (let n = 0; n < count; n++) {
  const text = damaged(pick(codes))
  try {
    check(text)
  } catch (error) {
    process.stderr.write(`seed ${seed}, string ${n}: ${JSON.stringify(text)}\n`)
    throw error
  }
}
const seconds = (performance.now() - startedMs) / 1000
process.stdout.write(`${count} strings in ${seconds.toFixed(1)} s, seed ${seed}: ${JSON.stringify(tally)}\n`)
