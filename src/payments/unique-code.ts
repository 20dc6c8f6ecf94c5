import { randomInt } from 'node:crypto'
import type { Standing } from '../keys/standing.ts'
import { amountMin } from '../methods/method.ts'

const smallMax = 99
const codeMax = 999
const publicMax = 499

const codes = Array.from({ length: codeMax }, (_, index) => index + 1)
const smallCodes = codes.slice(0, smallMax)

/**
 * Returns all unique codes: added to the amount, or subtracted if the store uses them as a discount. A code that would
 * result in less than the minimum amount is added anyway.
 */
export function listAllCodes({ subtractsUniqueCode }: Pick<Standing, 'subtractsUniqueCode'>, amount: number): number[] {
  return subtractsUniqueCode ? codes.map(code => (amount - code < amountMin ? code : -code)) : codes
}

/**
 * Returns the codes that a payment may draw. Public requests, which can be repeated at will, draw from one half, so
 * that the other half stays available to the shop's own servers and chats.
 */
export function listDrawableCodes(
  standing: Pick<Standing, 'subtractsUniqueCode'>,
  { amount, isPublic }: { amount: number; isPublic: boolean },
): number[] {
  const all = listAllCodes(standing, amount)
  return isPublic ? all.filter(code => Math.abs(code) <= publicMax) : all
}

/** Returns the codes to prefer: customers pay little more than the price, or less if the code is a discount. */
export function preferSmallCodes(from: readonly number[]): number[] {
  // Most payments can use all of them.
  if (from === codes) return smallCodes
  const small = from.filter(code => Math.abs(code) <= smallMax)
  const discounts = small.filter(code => code < 0)
  return discounts.length > 0 ? discounts : small
}

/** Draws some of the codes, each with the same probability and none twice. */
export function drawCodes(codes: readonly number[], howMany: number): number[] {
  const drawn: number[] = []
  // The moved cards of a virtual deck that is never copied: the value at a drawn index is the one that was before it.
  const moved = new Map<number, number>()
  for (let at = 0; at < Math.min(howMany, codes.length); at++) {
    const place = at + randomInt(codes.length - at)
    drawn.push(codes[moved.get(place) ?? place]!)
    moved.set(place, moved.get(at) ?? at)
  }
  return drawn
}
