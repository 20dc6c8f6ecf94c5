// Cash sales while the shop cannot be reached: whether they are allowed, how they are stored, and how they are sent.

import type { OfflineRequest, SaleRequest, ShownSale } from '../counter-answers.ts'
import { askShop, beforeLeaving, find, isCut, language, onLine, say } from './kasir-parts.ts'
import { cart, counter, goodsOf, rememberOffline, total } from './kasir-state.ts'
import {
  canStoreSales,
  changeSale,
  forgetSale,
  renumberSale,
  saleRequest,
  storeSale,
  type WaitingSale,
  waitingSales,
} from './kasir-store.ts'

let canStore = false
let waiting: WaitingSale[] = []
let toDecide = 0
let sending: Promise<boolean> | null = null

/** Returns why the cart cannot be sold offline for cash; null if it can. */
export function offlineProblem(): string | null {
  const { salesMax, amountMax, isCounted, used } = counter.offline
  if (salesMax === 0 || amountMax === 0) return say.offline
  if (!canStore) return say.offlineNoStorage
  if (!counter.shift) return say.offline
  // Otherwise the bill would stay open in the shop, and be paid twice.
  if (cart.bill) return say.billsNeedLine
  const mine = waiting.filter(({ shift }) => shift === counter.shift!.id)
  const amount = mine.reduce((sum, { sold }) => sum + sold.total, used.amount)
  if (used.sales + mine.length >= salesMax || amount + total() > amountMax) return say.offlineLimit
  if (!isCounted && cart.lines.some(({ variant }) => goodsOf(variant)?.left !== null)) return say.offlineCounted
  return null
}

/** Shows how much can still be sold offline, and how many sales wait to be sent. */
export function drawOffline() {
  const { salesMax, used } = counter.offline
  const problem = offlineProblem()
  const left = salesMax - used.sales - waiting.filter(({ shift }) => shift === counter.shift?.id).length
  find('offline-text').textContent = problem ?? say.offlineSelling.replace('%', `${left}`)
  const words = [
    waiting.length > 0 && say.waitingSales.replace('%', `${waiting.length}`),
    ...waiting.map(({ refused, number }) => refused && `${say.offlineNumber} ${number}: ${refused}`),
    toDecide > 0 && say.salesToDecide.replace('%', `${toDecide}`),
  ].filter(Boolean)
  find('waiting').textContent = words.join(' ')
  find('waiting').hidden = words.length === 0
}

/** Stores the current cash sale, and returns the content of its receipt. Throws if the browser does not store it. */
export async function sellOffline(sale: SaleRequest): Promise<ShownSale> {
  const lines = cart.lines.map(line => {
    const goods = goodsOf(line.variant)!
    const options = (goods.groups ?? []).flatMap(group => group.options)
    const choices = options.filter(({ key }) => line.choices.includes(key))
    return { variant: line.variant, name: goods.name, price: goods.price, quantity: line.quantity, choices }
  })
  const { key, free, discount, note, expectedTotal } = sale
  const request: Omit<OfflineRequest, 'number'> = {
    key,
    shift: counter.shift!.id,
    cashier: counter.shift!.cashier.id,
    soldAt: Math.max(0, Date.now()),
    sold: {
      lines,
      free,
      discount,
      ...(note && { note }),
      total: expectedTotal,
      cashGiven: sale.cashGiven ?? expectedTotal,
    },
  }
  const stored = await storeSale({ ...request, cashierName: counter.shift!.cashier.name }, counter.offline.next)
  for (const { variant, quantity } of cart.lines) {
    const goods = goodsOf(variant)
    if (goods && goods.left !== null) goods.left -= quantity
  }
  await readWaiting()
  return shownSale(stored)
}

/** Returns the unsent sale with this key as its receipt shows it; null if it does not exist. */
export async function waitingSale(key: string): Promise<ShownSale | null> {
  await readWaiting()
  const sale = waiting.find(one => one.key === key)
  return sale ? shownSale(sale) : null
}

export const allWaiting = () => waiting

function shownSale({ key, number, cashierName, soldAt, sold }: WaitingSale): ShownSale {
  return {
    key,
    state: 'paid',
    code: null,
    number: `${say.offlineNumber} ${number}`,
    cashier: cashierName,
    method: 'cash',
    total: sold.total,
    discount: sold.discount,
    note: sold.note ?? null,
    at: new Date(soldAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    pay: sold.total,
    unique: 0,
    given: sold.cashGiven,
    page: null,
    returned: false,
    whatsApp: null,
    receipt: null,
    lines: [
      ...sold.lines.map(({ name, price, quantity, choices }) => ({
        name: `${quantity} × ${name}`,
        total: quantity * choices.reduce((sum, choice) => sum + choice.price, price),
        made: choices.map(choice => choice.name),
      })),
      ...(sold.free > 0 ? [{ name: say.free, total: sold.free, made: [] }] : []),
    ],
  }
}

async function readWaiting() {
  waiting = canStore ? await waitingSales().catch(() => waiting) : []
  drawOffline()
}

/** Sends the waiting sales in the order of their numbers. Resolves to whether the shop has answered all of them. */
export function sendWaiting(): Promise<boolean> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

async function sendAll() {
  await readWaiting()
  for (const sale of waiting) if (!(await sendOne(sale))) break
  await readWaiting()
  return waiting.every(({ refused }) => refused !== undefined)
}

/** Sends one sale; false if the shop did not answer. */
async function sendOne(sale: WaitingSale): Promise<boolean> {
  const answer = await askShop('offline', saleRequest(sale))
  if (!answer || answer.broken) return false
  if (answer.ok) {
    const { state, isDifferent, used, next } = answer.data
    if (state === 'held' || isDifferent) toDecide++
    if (sale.shift === counter.shift?.id) rememberOffline({ used, next })
    await forgetSale(sale.key)
    return true
  }
  // The browser had lost its numbers: the shop already has another sale with this one.
  const isTaken = answer.data.code === 'idempotency_conflict'
  if (isTaken) await renumberSale(sale, Math.max(sale.number + 1, counter.offline.next))
  else await changeSale({ ...sale, refused: answer.data.message ?? say.failed })
  return !isTaken || sendOne((await waitingSales()).find(({ key }) => key === sale.key)!)
}

/** Starts to watch the connection. If the browser cannot store sales, nothing is sold offline. */
export async function watchOffline(redraw: () => unknown) {
  canStore = await canStoreSales()
  await readWaiting()
  beforeLeaving(sendWaiting)
  onLine(() => {
    drawOffline()
    if (!isCut()) sendWaiting()
  })
  redraw()
}
