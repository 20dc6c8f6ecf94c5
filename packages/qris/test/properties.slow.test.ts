import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertQris } from '../src/convert-qris.ts'
import { parseQris } from '../src/parse-qris.ts'
import { QrisError } from '../src/qris-error.ts'
import { buildCode, buildObject, sealCode } from './build.ts'

const name = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 25 }).filter(isPrintable)
const nominal = fc.integer({ min: 1, max: 9_999_999_999_999 })

/** A QRIS of any merchant, with objects of any other kind, in any order between 00 and 63. */
const qris = fc
  .record({
    merchantName: name,
    merchantCity: name,
    postalCode: fc.option(fc.stringMatching(/^[\d-]{1,10}$/)),
    merchantPan: fc.stringMatching(/^9360\d{14}$/),
    merchantId: fc.stringMatching(/^[A-Z\d]{1,15}$/),
    initiation: fc.option(fc.constantFrom('11', '12')),
    amount: fc.option(fc.stringMatching(/^[1-9]\d{0,9}$/)),
    opaque: fc.dictionary(fc.constantFrom('02', '25', '46', '50', '65', '79', '80', '99'), name, { maxKeys: 3 }),
    order: fc.infiniteStream(fc.nat()),
  })
  .map(({ order, ...fields }) => {
    const objects = Object.entries({
      '01': fields.initiation,
      26: buildObject(0, 'ID.CO.X') + buildObject(1, fields.merchantPan) + buildObject(2, fields.merchantId),
      53: '360',
      54: fields.amount,
      58: 'ID',
      59: fields.merchantName,
      60: fields.merchantCity,
      61: fields.postalCode,
      ...fields.opaque,
    })
    const shuffled = objects
      .filter((entry): entry is [string, string] => entry[1] !== null)
      .map(entry => ({ entry, place: order.next().value as number }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ entry: [id, value] }) => buildObject(id, value))
    return { fields, text: sealCode(buildObject(0, '01'), ...shuffled) }
  })

describe('any code', () => {
  it('any code is read as it was built', () => {
    fc.assert(
      fc.property(qris, ({ fields, text }) => {
        const read = parseQris(text)
        const { merchantName, merchantCity, postalCode, merchantPan, merchantId } = fields
        const amount = fields.amount === null ? null : Number(fields.amount)
        expect(read).toMatchObject({
          text,
          isValid: true,
          merchantName,
          merchantCity,
          postalCode,
          merchantPan,
          merchantId,
          amount,
        })
      }),
    )
  })

  it('converting twice is the same as converting once with the last amount', () => {
    fc.assert(
      fc.property(qris, nominal, nominal, ({ text }, first, last) => {
        const twice = convertQris(convertQris(text, first).converted, last).converted
        expect(twice).toBe(convertQris(text, last).converted)
        expect(parseQris(twice)).toMatchObject({ isValid: true, isDynamic: true, amount: last })
      }),
    )
  })

  it('a converted code keeps everything but the amount', () => {
    fc.assert(
      fc.property(qris, nominal, ({ text }, amount) => {
        const { info, converted } = convertQris(text, amount)
        const { crc, text: _, ...kept } = parseQris(converted)
        expect({ ...info, ...kept }).toEqual({ ...info, amount, isStatic: false, isDynamic: true })
        expect(converted.endsWith(crc!)).toBe(true)
      }),
    )
  })

  it('any code with one changed character is refused, or its CRC is wrong', () => {
    const printable = fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.nat(buildCode().length - 1), printable, (at, character) => {
        const code = buildCode()
        // The CRC's own digits may be in lower case.
        fc.pre(character.toUpperCase() !== code[at] || (character !== code[at] && at < code.length - 4))
        const changed = code.slice(0, at) + character + code.slice(at + 1)
        expect(isTrusted(changed)).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('any text at all', () => {
  const almost = fc
    .tuple(qris, fc.nat(), fc.string({ unit: 'binary', maxLength: 6 }), fc.nat(6))
    .map(([{ text }, at, inserted, cut]) => {
      const place = at % text.length
      return text.slice(0, place) + inserted + text.slice(place + cut)
    })
  const bytes = fc.uint8Array({ maxLength: 300 }).map(array => Buffer.from(array).toString('latin1'))
  const digits = fc.stringMatching(/^0002\d{0,200}$/)

  it('any text is read or refused, without other errors', () => {
    fc.assert(
      fc.property(fc.oneof(almost, bytes, digits, fc.string({ unit: 'binary', maxLength: 600 })), text => {
        for (const act of [() => parseQris(text), () => convertQris(text, 1000)]) {
          try {
            act()
          } catch (error) {
            if (!(error instanceof QrisError)) throw error
          }
        }
      }),
      { numRuns: 3000 },
    )
  })
})

function isPrintable(text: string): boolean {
  return [...text].length <= 25 && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

function isTrusted(text: string): boolean {
  try {
    return parseQris(text).isValid
  } catch {
    return false
  }
}
