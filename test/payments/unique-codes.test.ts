import { describe, expect, test } from 'vitest'
import { listAllCodes, listDrawableCodes, preferSmallCodes } from '../../src/payments/unique-code.ts'

const adds = { subtractsUniqueCode: false }
const subtracts = { subtractsUniqueCode: true }
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, place) => first + place)
const ofShop = { amount: 20_000, isPublic: false }
const ofStrangers = { amount: 20_000, isPublic: true }

describe('the unique codes of a payment', () => {
  test('unique codes are 1 to 999, and those of public requests are 1 to 499', () => {
    expect(listDrawableCodes(adds, ofShop)).toEqual(upTo(999))
    expect(listDrawableCodes(adds, ofStrangers)).toEqual(upTo(499))
  })

  test('unique codes are subtracted if the store gives discounts, unless the amount would be below the minimum', () => {
    expect(listDrawableCodes(subtracts, ofStrangers)).toEqual(upTo(499).map(code => -code))
    expect(listAllCodes(subtracts, 1_003)).toEqual([...[-1, -2, -3], ...upTo(999, 4)])
    expect(listAllCodes(subtracts, 1_000)).toEqual(upTo(999))
    expect(listAllCodes(subtracts, 1_999)).toEqual(upTo(999).map(code => -code))
  })
})

describe('preferred codes', () => {
  test('preferred codes are 1 to 99', () => {
    expect(preferSmallCodes(listDrawableCodes(adds, ofShop))).toEqual(upTo(99))
    expect(preferSmallCodes(listDrawableCodes(adds, ofStrangers))).toEqual(upTo(99))
    expect(preferSmallCodes(listDrawableCodes(subtracts, ofShop))).toEqual(upTo(99).map(code => -code))
  })

  test('preferred codes are only discounts while one is left', () => {
    expect(preferSmallCodes(listDrawableCodes(subtracts, { amount: 1_003, isPublic: false }))).toEqual([-1, -2, -3])
    expect(preferSmallCodes(listDrawableCodes(subtracts, { amount: 1_000, isPublic: false }))).toEqual(upTo(99))
  })
})
