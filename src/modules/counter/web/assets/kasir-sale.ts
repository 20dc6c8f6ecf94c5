// A sale at the counter and its receipt. It is sent again under the same key until it is answered, so that a network
// failure neither loses nor doubles it.

import type { CounterRefusal, SaleRequest, ShownSale } from '../counter-answers.ts'
import { findOfflineProblem, findWaitingSale, sellOffline } from './kasir-offline.ts'
import {
  base,
  type Fact,
  fillFacts,
  find,
  formatRupiah,
  isOffline,
  language,
  makeElement,
  printerScript,
  requestShop,
  runLater,
  shopName,
  showProblem,
  showScreen,
  t,
} from './kasir-parts.ts'
import type { PrintBytes } from './kasir-printer.ts'
import { cart, computeTotal, counter, emptyCart, formatBillLabel, storeCart } from './kasir-state.ts'
import { listFreshTickets, printTickets } from './kasir-tickets.ts'

const againMs = 3000
const lookMs = 1500
/** How long a cash sale waits for the shop before it is made offline. */
const cashPatienceMs = 5000
/** Refusals after which the cashier or the goods may have changed. */
const stale = ['price_changed', 'out_of_stock', 'unauthorized', 'refused_transition']

/** Sells the cart. `onContinue` shows the screen that follows a refusal. */
export function sellCart(method: SaleRequest['method'], cashGiven: number, onContinue: () => void) {
  const problem = isOffline() ? (method === 'cash' ? findOfflineProblem() : t.offline) : null
  if (problem) return showProblem(problem)
  // A second press, before the first one has changed the screen.
  if (cart.sale) return
  const { free, discount, note, phone, customerName, bill } = cart
  const lines = cart.lines.map(({ variant, quantity, choices }) => ({ variant, quantity, choices }))
  cart.sale = { key: generateKey(), lines, free, discount, note, method, expectedTotal: computeTotal() }
  if (phone) Object.assign(cart.sale, { phone, customerName })
  if (bill) cart.sale.bill = { key: bill.key, version: bill.version }
  if (cashGiven) cart.sale.cashGiven = cashGiven
  storeCart()
  return isOffline() ? finishOffline(onContinue) : resumeSale(onContinue)
}

/** Sells offline: the sale is stored on this device before its receipt is shown. */
async function finishOffline(goOn: () => void) {
  try {
    finishSale(await sellOffline(cart.sale!))
  } catch {
    cart.sale = null
    storeCart()
    goOn()
    showProblem(t.offlineNoStorage)
  }
}

/** Generates a key without `crypto.randomUUID`, which is missing on plain http to another machine. */
export function generateKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 15) | 64
  bytes[8] = (bytes[8]! & 63) | 128
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Sends the current sale again after a network failure: the shop recognises its key. */
export async function resumeSale(onContinue: () => void) {
  // The tab was closed after the sale had been stored.
  const stored = await findWaitingSale(cart.sale!.key)
  if (stored) return finishSale(stored)
  showScreen('code-screen')
  const isCash = cart.sale!.method === 'cash'
  const mayStore = () => isCash && findOfflineProblem() === null
  find('code').replaceChildren()
  find('code-title').textContent = isCash ? t.payCash : t.scan
  find('code-total').textContent = formatRupiah(cart.sale!.expectedTotal)
  find('code-why').textContent = ''
  find('code-state').textContent = isCash ? t.sending : t.preparing
  for (const id of ['code', 'pay-page', 'give-up']) find(id).hidden = isCash || id === 'pay-page'
  const answer = await requestShop('sell', cart.sale!, mayStore() ? cashPatienceMs : undefined)
  // If the shop did receive it, the key identifies both as one sale.
  if (answer === null && mayStore()) return finishOffline(onContinue)
  if (answer === null || answer.broken) runLater(() => resumeSale(onContinue), againMs)
  else if (answer.ok) followSale(answer.data)
  else await showRefusal(answer.data, onContinue)
}

async function showRefusal({ code, message, total: price }: CounterRefusal, goOn: () => void) {
  // An order that was placed without getting a code releases its goods.
  await requestShop('give-up', { key: cart.sale!.key })
  cart.sale = null
  storeCart()
  if (stale.includes(code)) {
    const answer = await requestShop('state')
    if (answer?.ok) Object.assign(counter, answer.data)
  }
  goOn()
  showProblem(price === undefined ? message : `${message} ${t.total}: ${formatRupiah(price)}`)
}

function followSale(sale: ShownSale) {
  if (sale.state !== 'waiting') return finishSale(sale)
  if (sale.code && !find('code').firstChild) find('code').innerHTML = sale.code
  find('code-total').textContent = formatRupiah(sale.pay)
  find('code-why').textContent = sale.unique ? t.unique.replace('%', formatRupiah(sale.unique)) : ''
  find('code-state').textContent = sale.code ? t.waiting : t.preparing
  find('pay-page').hidden = !sale.page
  if (sale.page) find('pay-page').href = sale.page
  runLater(askState, lookMs)
}

async function askState() {
  const { key } = cart.sale!
  const answer = await requestShop<'sale'>(`sale?key=${key}`)
  if (cart.sale?.key !== key || find('code-screen').hidden) return
  if (answer?.ok) followSale(answer.data)
  else runLater(askState, againMs)
}

function finishSale(sale: ShownSale) {
  cart.sale = null
  const tickets = sale.state === 'paid' ? listFreshTickets(cart.bill ? formatBillLabel(cart.bill) : sale.number) : []
  if (sale.state === 'paid') emptyCart()
  cart.last = sale.key
  storeCart()
  showReceipt(sale)
  find('print-tickets').hidden = tickets.length === 0
  find('print-tickets').onclick = () => printTickets(tickets)
}

/** Cancels the sale whose code is shown; if it has been paid in the meantime, it is shown as paid. */
export async function cancelCurrentSale(onContinue: () => void) {
  const answer = await requestShop('give-up', { key: cart.sale!.key })
  if (!answer) return
  if (!answer.ok) return askState()
  cart.sale = null
  storeCart()
  onContinue()
}

/** Shows an earlier sale of this device. */
export async function showSale(key: string) {
  const stored = await findWaitingSale(key)
  if (stored) return showReceipt(stored)
  const answer = await requestShop<'sale'>(`sale?key=${key}`)
  if (answer?.ok) showReceipt(answer.data)
  else if (answer) showProblem(answer.data.message)
}

function showReceipt(sale: ShownSale) {
  showScreen('done-screen')
  const isPaid = sale.state === 'paid'
  const change = sale.given === null ? 0 : sale.given - sale.total
  find('outcome').textContent = isPaid && !sale.returned ? t.paid : t.states[sale.returned ? 'returned' : sale.state]
  find('outcome').className = isPaid && !sale.returned ? 'kasir-paid' : ''
  find('change').textContent = change > 0 ? `${t.change} ${formatRupiah(change)}` : ''
  find('print').hidden = !isPaid
  find('print-tickets').hidden = true
  offerPrinters(isPaid && sale.receipt ? sale.key : null)
  find('whats-app').hidden = sale.whatsApp === null
  if (sale.whatsApp) find('whats-app').href = sale.whatsApp
  find('not-sent').hidden = !isPaid || sale.receipt !== null
  find('receipt').replaceChildren(...drawReceipt(sale, change))
  find('next').focus()
}

/** Offers printers without a driver, if the browser can reach them; the script is loaded when the list is opened. */
function offerPrinters(key: string | null) {
  const box = find('printers')
  box.hidden = key === null
  box.open = false
  find('printer-state').textContent = ''
  if (key === null) return
  const address = `${base}/receipt.bin?key=${key}&lang=${language}`
  find('print-file').href = address
  box.ontoggle = async () => {
    const { printers }: typeof import('./kasir-printer.ts') = await import(printerScript)
    for (const button of box.querySelectorAll<HTMLElement>('[data-printer]')) {
      const write = printers[button.dataset.printer as keyof typeof printers]
      button.hidden = !write
      button.onclick = () => printBy(write!, address)
    }
  }
}

let isPrinting = false

async function printBy(write: PrintBytes, address: string) {
  // The port is already open, and could not be opened a second time.
  if (isPrinting) return
  isPrinting = true
  const state = find('printer-state')
  state.textContent = t.printing
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error('not answered')
    await write(new Uint8Array(await answer.arrayBuffer()))
    state.textContent = t.printed
  } catch (error) {
    // The cashier chose no printer.
    state.textContent = (error as Error).name === 'NotFoundError' ? '' : t.notPrinted
  }
  isPrinting = false
}

function drawReceipt(sale: ShownSale, change: number) {
  const rows = sale.lines.flatMap(({ name, total: sum, made }): Fact[] => [
    [name, formatRupiah(sum)],
    ...made.map((one): Fact => [`· ${one}`, '']),
  ])
  if (sale.discount > 0) rows.push([t.discount, formatRupiah(-sale.discount)])
  rows.push([t.total, formatRupiah(sale.total), 'sum'])
  rows.push([sale.method === 'cash' ? t.byCash : t.byCode, formatRupiah(sale.given ?? sale.pay)])
  if (change > 0) rows.push([t.change, formatRupiah(change)])
  const parts: HTMLElement[] = [
    makeElement('p', shopName, { class: 'name' }),
    makeElement('p', `${sale.number}\n${sale.at}\n${t.cashier}: ${sale.cashier}`),
    fillFacts(makeElement('dl'), rows),
  ]
  if (sale.note) parts.push(makeElement('p', sale.note))
  if (sale.receipt) {
    const proof = makeElement('div', undefined, { class: 'proof' })
    proof.innerHTML = sale.receipt.code
    parts.push(proof, makeElement('p', t.proof))
  }
  return parts
}
