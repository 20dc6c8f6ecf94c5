// The counter: the cashier, the shift, and today's sales. The cart and the sale have their own scripts.

import type { ClosedShift, CounterState } from '../counter-answers.ts'
import { listenToCamera } from './camera.ts'
import { addScanned, drawSelling, listenToCart } from './kasir-cart.ts'
import { readStoredState, storePage, storeState } from './kasir-kept.ts'
import { drawOffline, listWaiting, sendWaitingSales, watchOffline } from './kasir-offline.ts'
import {
  base,
  billsScript,
  createButtonRow,
  fillFacts,
  find,
  formatRupiah,
  isOffline,
  listenToAmount,
  makeElement,
  onClick,
  onForm,
  onLine,
  readAmount,
  requestShop,
  runLater,
  showConnection,
  showProblem,
  showScreen,
  t,
} from './kasir-parts.ts'
import { cancelCurrentSale, resumeSale, sellCart, showSale } from './kasir-sale.ts'
import { cart, computeTotal, counter, storeCart } from './kasir-state.ts'
import { drawStuckTickets, listenToTickets } from './kasir-tickets.ts'

const againMs = 3000
const phoneMs = 60_000
// A broken connection is often not reported, so after this time the shop counts as unreachable.
const patienceMs = 3000

/** Requests the first state. If the shop cannot be reached, its last state is shown as such. */
async function startCounter() {
  const late = setTimeout(showKept, patienceMs)
  const answer = await requestShop('state')
  clearTimeout(late)
  if (answer?.ok) {
    applyState(answer.data)
    storePage(base)
  } else if (answer) {
    showProblem(answer.data.message)
    runLater(startCounter, againMs)
  } else showKept()
}

async function showKept() {
  const state = await readStoredState(base)
  if (find('loading').hidden) return
  Object.assign(counter, state)
  showConnection(true)
  if (state) showCurrent()
}

async function refreshState() {
  // During a network failure the next sale does not wait for an answer that will not come.
  const answer = isOffline() ? null : await requestShop('state')
  if (answer && !answer.ok) {
    showProblem(answer.data.message)
    runLater(refreshState, againMs)
    return
  }
  if (answer) takeState(answer.data)
  showCurrent()
}

function takeState(state: CounterState) {
  Object.assign(counter, state)
  storeState(base, state)
  sayPhone(state.phone)
  drawStuckTickets()
  drawOffline()
}

/** Shows the trouble of the phone that reports payments. */
function sayPhone(text: string | null) {
  find('phone-trouble').textContent = text ?? ''
  find('phone-trouble').hidden = !text
}

function watchPhone() {
  setTimeout(async () => {
    const answer = isOffline() ? null : await requestShop('state')
    if (answer?.ok) {
      sayPhone(answer.data.phone)
      counter.stuck = answer.data.stuck
      drawStuckTickets()
    }
    watchPhone()
  }, phoneMs)
}

/** Retries while the connection is broken, without disturbing a person who is typing. */
function askWhileCut() {
  if (!isOffline()) return
  find('read-at').textContent = counter.at ? t.readAt.replace('%', counter.at) : ''
  setTimeout(async () => {
    const answer = await requestShop('state')
    if (answer?.ok) applyState(answer.data)
    else askWhileCut()
  }, againMs)
}

/** Applies the state of a shop that can be reached again. The screen stays if possible, with current prices. */
function applyState(state: CounterState) {
  const isSame = state.cashier?.id === counter.cashier?.id && state.shift?.id === counter.shift?.id
  takeState(state)
  if (!isSame || !find('loading').hidden) showCurrent()
  else if (!find('sell-screen').hidden) drawSelling()
}

/** Shows the screen that this device is at. */
function showCurrent() {
  const { cashiers, cashier, shift } = counter
  find('loading').hidden = true
  find('who').textContent = cashier?.name ?? ''
  find('nobody').hidden = cashiers.length > 0
  find('pin-form').hidden = cashiers.length === 0
  find('cashier').replaceChildren(...cashiers.map(({ id, name }) => makeElement('option', name, { value: id })))
  find('cashier').value = `${cart.cashier ?? cashiers[0]?.id ?? ''}`
  if (!cashier) showFirst('pin-screen', 'pin')
  else if (!shift) showFirst('open-screen', 'opening')
  else if (shift.cashier.id !== cashier.id) showClosing()
  else if (cart.sale) resumeSale(showCurrent)
  else startSelling()
}

function showFirst(screen: string, field: 'opening' | 'pin') {
  showScreen(screen)
  find(field).focus()
}

function startSelling() {
  showScreen('sell-screen')
  drawSelling()
  find('amount').focus()
}

async function showSales() {
  const answer = await requestShop('sales')
  showScreen('sales-screen')
  const waiting = listWaiting()
    .toReversed()
    .map(({ key, number, sold }) =>
      createButtonRow(`${t.offlineNumber} ${number} · ${t.notSent}`, formatRupiah(sold.total), () => showSale(key)),
    )
  const sales = answer?.ok ? answer.data.sales : []
  const rows = sales.map(({ key, at, method, state, returned, total: sum }) => {
    const words = [at, method === 'cash' ? t.byCash : t.byCode, t.states[returned ? 'returned' : state]]
    return createButtonRow(words.join(' · '), formatRupiah(sum), () => showSale(key))
  })
  rows.unshift(...waiting)
  find('sales').replaceChildren(...(rows.length > 0 ? rows : [makeElement('li', answer?.ok ? t.noSales : t.cutSales)]))
  find('sales-title').focus()
}

function showClosing() {
  showScreen('close-screen')
  const { shift, cashier } = counter
  const isOther = shift!.cashier.id !== cashier!.id
  find('other-shift').hidden = !isOther
  find('other-shift').textContent = t.otherShift.replace('%', shift!.cashier.name)
  find('close-back').hidden = isOther
  find('close-lock').hidden = !isOther
  find('counted').value = ''
  find('counted').focus()
}

function showClosed(sums: ClosedShift) {
  showScreen('closed-screen')
  fillFacts(find('sums'), [
    [t.openingCash, formatRupiah(sums.openingCash)],
    [`${t.byCash} (${sums.cash.sales})`, formatRupiah(sums.cash.amount)],
    [t.returned, formatRupiah(sums.returned)],
    [t.expected, formatRupiah(sums.expectedCash!)],
    [t.counted, formatRupiah(sums.countedCash!)],
    [t.difference, formatRupiah(sums.difference!), sums.difference === 0 ? 'sum' : 'sum off'],
    [`${t.byCode} (${sums.code.sales})`, formatRupiah(sums.code.amount)],
  ])
  find('after-close').focus()
}

function showCash() {
  showScreen('cash-screen')
  find('cash-total').textContent = formatRupiah(computeTotal())
  find('given').value = ''
  find('quick').replaceChildren(...quickCash().map(quickButton))
  find('given').focus()
}

const notes = [5_000, 10_000, 20_000, 50_000, 100_000]
const quickMax = 5

/** Returns sums that customers are likely to give: the total, and the next higher notes. */
function quickCash() {
  const sum = computeTotal()
  const given = notes.map(note => Math.ceil(sum / note) * note).sort((one, other) => one - other)
  return [...new Set([sum, ...given])].slice(0, quickMax)
}

function quickButton(cash: number) {
  const words = cash === computeTotal() ? t.exactCash : formatRupiah(cash)
  const button = makeElement('button', words, { type: 'button', class: 'button quiet', 'data-given': cash })
  button.addEventListener('click', () => sellCart('cash', cash, showCurrent))
  return button
}

/** Loads the script of open bills on first use. Bills need the shop. */
async function loadBills(): Promise<typeof import('./kasir-bills.ts') | null> {
  try {
    const bills: typeof import('./kasir-bills.ts') = await import(billsScript)
    bills.listenToBills(startSelling)
    return bills
  } catch {
    showProblem(t.billsNeedLine)
    return null
  }
}

async function lockDevice() {
  if ((await requestShop('leave', {}))?.ok) refreshState()
}

function sendPin() {
  const pin = find('pin').value
  find('pin').value = ''
  cart.cashier = Number(find('cashier').value)
  storeCart()
  return requestShop('pin', { cashier: cart.cashier, pin })
}

/** Sends the cash of a field; unreadable input does not count as 0. */
function sendCash<Sent>(field: 'opening' | 'counted', send: (cash: number) => Sent) {
  const cash = readAmount(field)
  if (!Number.isNaN(cash)) return send(cash)
  showProblem(t.unread)
  return null
}

const sendOpening = () => sendCash('opening', cash => requestShop('open', { cash }))
const sendClosing = async () => {
  // The count would miss sales that the shop does not have yet.
  if (!(await sendWaitingSales())) {
    showProblem(t.sendFirst)
    return null
  }
  return sendCash('counted', cash =>
    requestShop('close', { shift: counter.shift!.id, cash, note: find('close-note').value }),
  )
}

for (const field of ['opening', 'given', 'counted'] as const) listenToAmount(field)
onForm('pin-form', sendPin, refreshState)
onForm('open-form', sendOpening, refreshState)
onForm('close-form', sendClosing, showClosed)
find('cash-form').addEventListener('submit', event => {
  event.preventDefault()
  const given = readAmount('given')
  if (Number.isNaN(given)) showProblem(t.unread)
  else if (given > 0 && given < computeTotal()) showProblem(t.tooLittle)
  else sellCart('cash', given, showCurrent)
})
listenToCart(() => sellCart('code', 0, showCurrent))
listenToCamera({
  formats: ['ean_13', 'ean_8', 'upc_a', 'code_128'],
  decoderOf: ({ readBarcode }: typeof import('./barcode.ts')) => readBarcode,
  found: addScanned,
})
onClick('pay-code', () => sellCart('code', 0, showCurrent))
onClick('pay-cash', showCash)
onClick('give-up', () => cancelCurrentSale(startSelling))
onClick('next', refreshState)
onClick('after-close', refreshState)
onClick('print', () => print())
onClick('last', () => showSale(cart.last!))
onClick('to-sales', showSales)
onClick('to-close', showClosing)
onClick('to-bills', async () => (await loadBills())?.showBills())
onClick('hold', async () => (await loadBills())?.askName())
onClick('lock', lockDevice)
onClick('close-lock', lockDevice)
for (const button of document.querySelectorAll('[data-back]')) button.addEventListener('click', refreshState)
listenToTickets()
onLine(askWhileCut)

// A stored sale is shown before a sent one is requested.
await watchOffline(() => !find('sell-screen').hidden && drawSelling())
startCounter()
sendWaitingSales()
watchPhone()
