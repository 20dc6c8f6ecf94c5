import { expect, test } from 'vitest'
import type { ShopRules } from '../../src/catalog/shop-rules.ts'
import { makeMakingKey } from '../../src/orders/cart/cart-making.ts'
import { reconcileMakings } from '../../src/orders/cart/reconcile.ts'
import { makeCausePattern, makeCausePrefix, makeNextCause } from '../../src/orders/payer-cause.ts'
import { findAddressProblem } from '../../src/orders/receiving/address-problem.ts'
import { listWaysToReceive } from '../../src/orders/receiving/list-ways-to-receive.ts'
import { chooseWay, planReceiving, sumWeight } from '../../src/orders/receiving/plan-receiving.ts'
import { findRefusalReason } from '../kit/find-refusal-reason.ts'

test.each<[text: string, problem: string | null]>([
  ['Jl. Kopi 1', null],
  ['Jl Kopi 1', 'unusable'],
  ['  Jl Kopi 1  ', 'unusable'],
  ['1234567890', 'unusable'],
  ['a 1 b 2 c 3', 'unusable'],
  ['Jl. Kopi Barat', 'numberless'],
  ['Jl. Kopi Ⅳ Barat', null],
  ['-6.2, 106.8', null],
  ['6.2,106.8', null],
  ['-6.2 106.8', 'unusable'],
  ['6, 106', 'unusable'],
])('the address %j lacks: %s', (text, problem) => {
  expect(findAddressProblem(text)).toBe(problem)
})

test('the same choices have the same key, in any order and however often', () => {
  expect(makeMakingKey([])).toBe('')
  const key = makeMakingKey(['milk:oat', 'size:big'])
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(makeMakingKey(['size:big', 'milk:oat', 'size:big'])).toBe(key)
  expect(makeMakingKey(['milk:oat'])).not.toBe(key)
  expect(makeMakingKey(['milk:oat size:big'])).toBe(key)
})

test.each<[quantity: number, makings: number[], shares: [making: number | null, quantity: number][]]>([
  [0, [1], []],
  [3, [], [[null, 3]]],
  [
    3,
    [2, 1],
    [
      [0, 2],
      [1, 1],
    ],
  ],
  [
    4,
    [2, 1],
    [
      [0, 2],
      [1, 1],
      [null, 1],
    ],
  ],
  [2, [2, 1], [[0, 2]]],
  [1, [2, 1], [[0, 1]]],
])('%i units of makings %j are shared as %j', (quantity, counts, shares) => {
  const makings = counts.map((quantity, index) => ({ index, quantity }))
  expect(reconcileMakings(quantity, makings).map(({ making, quantity }) => [making?.index ?? null, quantity])).toEqual(
    shares,
  )
})

test('the orders of a payer are found by the beginning of their keys, and no others', () => {
  const payer = Buffer.from('a_b%')
  const prefix = makeCausePrefix(payer)
  expect(prefix).toBe(`payer ${payer.toString('base64url')} `)
  const cause = makeNextCause(payer)
  expect(cause.startsWith(prefix)).toBe(true)
  expect(cause).not.toBe(makeNextCause(payer))
  expect(makeCausePattern(cause)).toBe(`${prefix.replaceAll('_', '\\_')}%`)
  expect(makeCausePattern('payer a_b c')).toBe('payer a\\_b %')
  expect(makeCausePattern('alone')).toBe('%')
  expect(makeCausePattern(null)).toBeNull()
  // Each payer who cannot be recognised is a new one.
  expect(makeCausePattern(makeNextCause(null))).not.toBe(makeCausePattern(makeNextCause(null)))
})

const rules = (changes: Partial<ShopRules> = {}) =>
  ({ delivers: true, pickupPlace: 'Kios', tables: 4, zones: [], ...changes }) as unknown as ShopRules
const goods = (...handovers: string[][]) => handovers.map(ways => ({ kind: 'physical', handovers: ways }) as never)
const all = ['delivery', 'pickup', 'dine_in']

test('the ways to receive goods are those that the shop and all of the goods have', () => {
  expect(listWaysToReceive(rules(), goods(all))).toEqual(all)
  expect(listWaysToReceive(rules(), goods(all, ['pickup', 'dine_in']))).toEqual(['pickup', 'dine_in'])
  expect(listWaysToReceive(rules(), goods(['pickup'], ['delivery']))).toEqual([])
  expect(listWaysToReceive(rules({ delivers: false }), goods(all))).toEqual(['pickup', 'dine_in'])
  expect(listWaysToReceive(rules({ pickupPlace: null }), goods(all))).toEqual(['delivery', 'dine_in'])
  expect(listWaysToReceive(rules({ tables: null }), goods(all))).toEqual(['delivery', 'pickup'])
  expect(listWaysToReceive(null, goods(all))).toBeNull()
  expect(listWaysToReceive(rules(), [])).toBeNull()
  const digital = { kind: 'digital', handovers: [] }
  expect(listWaysToReceive(rules(), [digital])).toBeNull()
  expect(listWaysToReceive(rules(), [digital, ...goods(['pickup'])])).toEqual(['pickup'])
})

test('a way is chosen from those that there are, the first by default', async () => {
  const choose = (handovers: string[][], receiving?: 'delivery' | 'pickup') => () =>
    chooseWay({ rules: rules(), goods: goods(...handovers) }, { receiving })
  expect([choose([all])(), choose([all], 'pickup')(), choose([['pickup']])()]).toEqual(['delivery', 'pickup', 'pickup'])
  expect(choose([])()).toBeNull()
  const reason = (run: () => unknown) => findRefusalReason(Promise.resolve().then(run))
  expect(await reason(choose([['pickup']], 'delivery'))).toEqual([{ path: 'receiving', code: 'not_allowed' }])
  expect(await reason(choose([['pickup'], ['delivery']]))).toEqual([{ path: 'receiving', code: 'conflicting' }])
})

test('a table is a whole number from 1 to the last one, and only people who eat here need one', async () => {
  const plan =
    (table: number | undefined, changes: object = {}, shop: Partial<ShopRules> = {}) =>
    () =>
      planReceiving(
        { rules: rules(shop), goods: [], goodsTotal: 47_512 },
        { receiving: 'dine_in', table, address: null, ...changes },
      )
  const nowhere = { deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  for (const tableNumber of [1, 4])
    expect(plan(tableNumber)()).toEqual({ ...nowhere, receiving: 'dine_in', tableNumber })
  const reason = (run: () => unknown) => findRefusalReason(Promise.resolve().then(run))
  expect(await reason(plan(undefined))).toEqual([{ path: 'table', code: 'missing' }])
  for (const table of [0, 5, 1.5]) {
    expect(await reason(plan(table))).toEqual([{ path: 'table', code: 'out_of_range', min: 1, max: 4 }])
  }
  expect(await reason(plan(1, {}, { tables: null }))).toEqual([{ path: 'table', code: 'out_of_range', min: 1, max: 0 }])
  expect(plan(9, { receiving: 'pickup' })()).toEqual({ ...nowhere, receiving: 'pickup' })
  expect(plan(9, { receiving: null })()).toEqual({ ...nowhere, receiving: null })
})

test('the weight of goods is that of all units, and goods without one weigh nothing', () => {
  const weigh = (...lines: [quantity: number, weightG: number | null][]) =>
    sumWeight(lines.map(([quantity, weightG]) => ({ kind: 'physical', handovers: [], quantity, weightG })))
  expect([weigh(), weigh([2, 150], [1, null], [3, 10])]).toEqual([0, 330])
})
