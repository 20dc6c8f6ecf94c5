import { describe, expect, it } from 'vitest'
import { crcOf } from '../src/crc.ts'
import { computeCrcSlowly } from './build.ts'

describe('the CRC', () => {
  it('the CRC has the check value of CRC-16/CCITT-FALSE', () => expect(crcOf('123456789')).toBe('29B1'))

  it('the CRC of an empty text is FFFF', () => expect(crcOf('')).toBe('FFFF'))

  it('the CRC counts the UTF-8 bytes of the EMVCo sample, not its characters', () => {
    const sample =
      '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT' +
      '6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304'
    expect(crcOf(sample)).toBe('A13A')
  })

  it('the CRC keeps leading zeros', () => {
    const texts = Array.from({ length: 600 }, (_, n) => `000201${n}6304`)
    expect(texts.map(crcOf)).toEqual(texts.map(computeCrcSlowly))
    expect(texts.map(crcOf).filter(crc => crc.startsWith('0')).length).toBeGreaterThan(0)
  })

  it('the CRC agrees with its definition at every length, for any step', () => {
    const text = '0á最😀Z9 ~'.repeat(9)
    for (let end = 0; end < text.length; end++) {
      const part = text.slice(0, end).toWellFormed()
      expect(crcOf(part), `of ${end} characters`).toBe(computeCrcSlowly(part))
    }
  })
})
