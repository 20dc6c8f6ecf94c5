// Cash sales while the shop cannot be reached: whether they are allowed, how they are stored, and how they are sent.

import type { OfflineRequest, SaleRequest, ShownSale } from '../counter-answers.ts'
import { find, isOffline, language, onLine, registerLeaveWork, requestShop, t } from './kasir-parts.ts'
import { cart, computeTotal, counter, findGoods, rememberOffline } from './kasir-state.ts'
import {
  canStoreSales,
  changeSale,
  forgetSale,
  listWaitingSales,
  renumberSale,
  storeSale,
  toSaleRequest,
  type WaitingSale,
} from './kasir-store.ts'

let canStore = false
let waiting: WaitingSale[] = []
let toDecide = 0
let sending: Promise<boolean> | null = null

/** Returns why the cart cannot be sold offline for cash; null if it can. */
export function findOfflineProblem(): string | null {
  const { salesMax, amountMax, isCounted, used } = counter.offline
  if (salesMax === 0 || amountMax === 0) return t.offline
  if (!canStore) return t.offlineNoStorage
  if (!counter.shift) return t.offline
  // Otherwise the bill would stay open in the shop, and be paid twice.
  if (cart.bill) return t.billsNeedLine
  const mine = waiting.filter(({ shift }) => shift === counter.shift!.id)
  const amount = mine.reduce((sum, { sold }) => sum + sold.total, used.amount)
  if (used.sales + mine.length >= salesMax || amount + computeTotal() > amountMax) return t.offlineLimit
  if (!isCounted && cart.lines.some(({ variant }) => findGoods(variant)?.left !== null)) return t.offlineCounted
  return null
}

/** Shows how much can still be sold offline, and how many sales wait to be sent. */
export function drawOffline() {
  const { salesMax, used } = counter.offline
  const problem = findOfflineProblem()
  const left = salesMax - used.sales - waiting.filter(({ shift }) => shift === counter.shift?.id).length
  find('offline-text').textContent = problem ?? t.offlineSelling.replace('%', `${left}`)
  const words = [
    waiting.length > 0 && t.waitingSales.replace('%', `${waiting.length}`),
    ...waiting.map(({ refused, number }) => refused && `${t.offlineNumber} ${number}: ${refused}`),
    toDecide > 0 && t.salesToDecide.replace('%', `${toDecide}`),
  ].filter(Boolean)
  find('waiting').textContent = words.join(' ')
  find('waiting').hidden = words.length === 0
}

/** Stores the current cash sale, and returns the content of its receipt. Throws if the browser does not store it. */
export async function sellOffline(sale: SaleRequest): Promise<ShownSale> {
  const lines = cart.lines.map(line => {
    const goods = findGoods(line.variant)!
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
    const goods = findGoods(variant)
    if (goods && goods.left !== null) goods.left -= quantity
  }
  await readWaiting()
  return shownSale(stored)
}

/** Returns the unsent sale with this key as its receipt shows it; null if it does not exist. */
export async function findWaitingSale(key: string): Promise<ShownSale | null> {
  await readWaiting()
  const sale = waiting.find(one => one.key === key)
  return sale ? shownSale(sale) : null
}

export const listWaiting = () => waiting

function shownSale({ key, number, cashierName, soldAt, sold }: WaitingSale): ShownSale {
  return {
    key,
    state: 'paid',
    code: null,
    number: `${t.offlineNumber} ${number}`,
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
      ...(sold.free > 0 ? [{ name: t.free, total: sold.free, made: [] }] : []),
    ],
  }
}

async function readWaiting() {
  waiting = canStore ? await listWaitingSales().catch(() => waiting) : []
  drawOffline()
}

/** Sends the waiting sales in the order of their numbers. Resolves to whether the shop has answered all of them. */
export function sendWaitingSales(): Promise<boolean> {
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
  const answer = await requestShop('offline', toSaleRequest(sale))
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
  else await changeSale({ ...sale, refused: answer.data.message ?? t.failed })
  return !isTaken || sendOne((await listWaitingSales()).find(({ key }) => key === sale.key)!)
}

/** Starts to watch the connection. If the browser cannot store sales, nothing is sold offline. */
export async function watchOffline(redraw: () => unknown) {
  canStore = await canStoreSales()
  await readWaiting()
  registerLeaveWork(sendWaitingSales)
  onLine(() => {
    drawOffline()
    if (!isOffline()) sendWaitingSales()
  })
  redraw()
}
