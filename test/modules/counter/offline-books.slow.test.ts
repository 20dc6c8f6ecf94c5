import { randomInt, randomUUID } from 'node:crypto'
import { DriverException } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { changeCashier } from '../../../src/modules/counter/change-cashier.ts'
import { findShift } from '../../../src/modules/counter/find-shift.ts'
import { acceptOfflineSale, rejectOfflineSale } from '../../../src/modules/counter/offline/decide-offline-sale.ts'
import { OfflineSale } from '../../../src/modules/counter/offline/offline-sale.ts'
import type { ArrivedSale } from '../../../src/modules/counter/offline/sold-offline.ts'
import { revokeDevice } from '../../../src/modules/counter/revoke-device.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { allowOffline, type Counter, goods, lineOf, send } from './offline-stand.ts'
import { openCounter, sellAt } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

// CI opens 12; OFFLINE_DEVICES=50 before a release.
const devices = Number(process.env.OFFLINE_DEVICES ?? 12)
const atOnce = 5
const minutes = 60
const openingCash = 100_000
const unitsOfCake = 40
const salesMax = 12
const clockOffMs = 3 * 86_400_000

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  await allowOffline(shop, { offlineSalesMax: salesMax, offlineCounted: true })
}, 120_000)
afterAll(() => shop.close())

/** A simulated device: its sales, and those without an answer yet. */
interface Till {
  counter: Counter
  /** The error of its clock. */
  offMs: number
  made: ArrivedSale[]
  unanswered: ArrivedSale[]
  isRevoked: boolean
  isCashierRemoved: boolean
}

const chance = (percent: number) => randomInt(100) < percent

/**
 * Sends the waiting sales in the order of their numbers. The connection may be cut before, during or after a request.
 */
async function connect(till: Till): Promise<void> {
  for (const sale of [...till.unanswered]) {
    if (chance(10)) return
    const times = chance(20) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: times }, () => arrive(till, sale)))
    // The answer is lost: the sale is sent again later.
    if (answers.includes(false) || chance(15)) return
    till.unanswered.shift()
  }
}

/** Sends one sale. Returns false if the shop was too busy to answer, which is like a cut for the device. */
async function arrive({ counter }: Till, sale: ArrivedSale): Promise<boolean> {
  try {
    await send(shop, counter, sale)
    return true
  } catch (error) {
    if (error instanceof DriverException && /lock timeout/.test(error.message)) return false
    throw error
  }
}

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const drawerOf = async ({ counter }: Till) => (await findShift(shop.app, scope(), counter.shift)).totals

interface Goods {
  variant: string
  price: number
}

interface Shelf {
  coffee: Goods
  /** The goods with counted stock. */
  cake: Goods
}

async function openTills(): Promise<Till[]> {
  const tills: Till[] = []
  for (let device = 0; device < devices; device++) {
    const offMs = chance(30) ? randomInt(-clockOffMs, clockOffMs) : randomInt(-30_000, 30_000)
    const nothing = { made: [], unanswered: [], isRevoked: false, isCashierRemoved: false }
    tills.push({ counter: await openCounter(shop), offMs, ...nothing })
  }
  return tills
}

function drawSale({ coffee, cake }: Shelf): Partial<ArrivedSale['sold']> {
  const kind = randomInt(3)
  if (kind === 0) {
    const free = randomInt(1, 200) * 500
    return { free, total: free, cashGiven: free + 5_000 }
  }
  const { variant, price } = kind === 1 ? coffee : cake
  return lineOf(variant, price, randomInt(1, 3))
}

/** Sells on a device without a network. */
function sellOn({ counter, offMs, made, unanswered }: Till, shelf: Shelf): void {
  const sold = { lines: [], free: 0, discount: 0, total: 0, cashGiven: 0, ...drawSale(shelf) }
  const soldAt = new Date(Math.max(0, shop.app.now().getTime() + offMs))
  const { shift, cashier } = counter
  const sale = { key: randomUUID(), number: made.length + 1, shift, cashier, soldAt, sold }
  made.push(sale)
  unanswered.push(sale)
}

/** A counter with a network sells the same cake while it is in stock. */
async function sellCakeOnline({ counter }: Till, { cake }: Shelf): Promise<void> {
  const lines = [{ variant: cake.variant, quantity: 1, choices: [] }]
  const sold = sellAt(shop, counter, { lines, expectedTotal: cake.price })
  await sold.catch(error => expect(error).toMatchObject({ code: 'out_of_stock' }))
}

async function removeSome(tills: Till[]): Promise<void> {
  for (const till of [tills[3]!, tills[7]!]) {
    await revokeDevice(shop.app, till.counter.id, ownerOf(shop))
    till.isRevoked = true
  }
  await changeCashier(shop.app, tills[10]!.counter.cashier, { isActive: false }, ownerOf(shop))
  tills[10]!.isCashierRemoved = true
}

async function playHour(tills: Till[], shelf: Shelf): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    shop.advance(60)
    for (const till of tills.filter(() => chance(18))) sellOn(till, shelf)
    // Their connections return at the same time.
    await Promise.all(tills.filter(() => chance(8)).map(connect))
    if (chance(15)) await sellCakeOnline(tills[0]!, shelf)
    if (minute === 30) await removeSome(tills)
  }
  for (let first = 0; first < devices; first += atOnce)
    await Promise.all(tills.slice(first, first + atOnce).map(sendRest))
}

/** Sends the remaining sales, and repeats some old requests. */
async function sendRest(till: Till): Promise<void> {
  while (till.unanswered.length > 0) await connect(till)
  for (const sale of till.made.filter(() => chance(10))) await arrive(till, sale)
}

/** Each sale that is not booked has a reason that the simulation explains, and every sale over the limit is held. */
function expectExplained(till: Till, stored: OfflineSale[]): void {
  const mine = stored.filter(sale => sale.device.id === till.counter.id)
  const held = mine.filter(({ state }) => state === 'held')
  const isTrusted = !till.isRevoked && !till.isCashierRemoved
  const allowed = ['limit', ...(till.isRevoked ? ['revoked'] : []), ...(till.isCashierRemoved ? ['cashier'] : [])]
  for (const { reasons } of held) expect(allowed.some(reason => (reasons as string[]).includes(reason))).toBe(true)
  expect(mine.length - held.length).toBeLessThanOrEqual(salesMax)
  if (isTrusted) expect(held.length).toBe(Math.max(0, till.made.length - salesMax))
  const isWrong = Math.abs(till.offMs) > 2 * 3_600_000
  if (isWrong) expect(mine.every(({ reasons }) => reasons.includes('clock'))).toBe(true)
}

/** The owner accepts two of three held sales, and rejects the others. */
async function decide(held: OfflineSale[]): Promise<void> {
  for (const [index, { id }] of held.entries())
    await (index % 3 === 2
      ? rejectOfflineSale(shop.app, id, ownerOf(shop))
      : acceptOfflineSale(shop.app, id, ownerOf(shop)))
}

async function expectDrawer(till: Till, stored: OfflineSale[]): Promise<void> {
  const booked = stored.filter(sale => sale.device.id === till.counter.id && sale.state === 'booked')
  const amount = booked.reduce((sum, { total }) => sum + total, 0)
  const drawer = await drawerOf(till)
  expect(drawer.cash).toEqual({ sales: booked.length, amount })
  expect(drawer.expectedCash).toBe(openingCash + amount)
}

/** Every unit is counted: units that the shop never had are shown as missing. */
async function expectCounted({ cake }: Shelf): Promise<void> {
  const { sql } = shop.app
  const cakes = await sql.query<{ state: string; units: number }>(
    `select i.stock_state as state, sum(i.quantity)::int as units from order_item i
     join variant v on v.id = i.variant_id
     where v.public_id = $1 and i.mode = 'test' group by 1`,
    [cake.variant],
  )
  const units = new Map(cakes.map(({ state, units: count }) => [state, count]))
  const [stock] = await sql.query<{ available: number; reserved: number; sold: number }>(
    `select s.available, s.reserved, s.sold from stock s join variant v on v.id = s.variant_id
     where v.public_id = $1 and s.mode = 'test'`,
    [cake.variant],
  )
  expect(Number(stock!.available) + Number(stock!.sold)).toBe(unitsOfCake)
  expect(Number(stock!.reserved)).toBe(0)
  expect(Number(stock!.sold)).toBe(units.get('sold'))
  expect(units.get('short')).toBeGreaterThan(0)
}

test('devices without a network for an hour, with wrong clocks, cuts and replays, leave exact books', async () => {
  const shelf = {
    coffee: { variant: await goods(shop, 15_000), price: 15_000 },
    cake: { variant: await goods(shop, 20_000, unitsOfCake), price: 20_000 },
  }
  const tills = await openTills()
  await playHour(tills, shelf)

  const stored = await shop.app.em(scope()).find(OfflineSale, {})
  const made = tills.flatMap(till => till.made)
  expect(made.length).toBeGreaterThan(devices * 8)
  expect(stored.map(({ key }) => key).toSorted()).toEqual(made.map(({ key }) => key).toSorted())
  const totals = new Map(made.map(({ key, sold }) => [key, sold.total]))
  for (const sale of stored) expect(sale.total).toBe(totals.get(sale.key))
  for (const till of tills) expectExplained(till, stored)

  const held = stored.filter(({ state }) => state === 'held')
  expect(held.length).toBeGreaterThan(0)
  await decide(held)
  const after = await shop.app.em(scope()).find(OfflineSale, {})
  // The first device also sold with a network.
  for (const till of tills.slice(1)) await expectDrawer(till, after)
  await expectCounted(shelf)
  const short = after.filter(({ reasons }) => reasons.includes('shortage'))
  expect(short.length).toBeGreaterThan(0)
  expect(await findViolations(shop.app)).toEqual([])
  process.stdout.write(`${made.length} sales, ${held.length} held, ${short.length} short\n`)
}, 1_200_000)
