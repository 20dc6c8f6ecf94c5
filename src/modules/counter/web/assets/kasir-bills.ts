// Open bills of tables and waiting customers. The shop stores them, so all its devices see them; if two devices change
// a bill at once, it is loaded again.

import type { CounterAnswers, OpenBillView } from '../counter-answers.ts'
import { type Answer, find, formatRupiah, makeElement, requestShop, showProblem, showScreen, t } from './kasir-parts.ts'
import { generateKey } from './kasir-sale.ts'
import { cart, computeLinePrice, counter, emptyCart, findGoods, formatBillLabel, storeCart } from './kasir-state.ts'
import { countSentUnits, listFreshTickets, makeLineKey, printTickets } from './kasir-tickets.ts'

type Bills = CounterAnswers['bill-save']

/** The bill that is being merged into another one. */
let merging: OpenBillView | null = null
let backToSelling: () => void = () => undefined

/** Loads and shows the currently open bills. */
export async function showBills() {
  merging = null
  const answer = await requestShop('state')
  if (answer?.ok) Object.assign(counter, answer.data)
  drawBills()
}

function drawBills() {
  showScreen('bills-screen')
  find('merge-hint').hidden = merging === null
  const rows = counter.bills.map(billRow)
  find('bills').replaceChildren(...(rows.length > 0 ? rows : [makeElement('li', t.noBills)]))
  find('bills-title').focus()
}

const billTotal = ({ lines, free }: OpenBillView) =>
  lines.reduce((sum, line) => sum + computeLinePrice(line) * line.quantity, free)

function billRow(bill: OpenBillView) {
  const row = makeElement('li')
  const words = makeElement('span', formatBillLabel(bill))
  words.append(makeElement('small', `${bill.at} · ${formatRupiah(billTotal(bill))}`))
  const buttons = makeElement('span', undefined, { class: 'choices' })
  const add = (text: string, press: () => unknown) => {
    const button = makeElement('button', text, { type: 'button', class: 'button quiet' })
    button.setAttribute('aria-label', `${text}: ${formatBillLabel(bill)}`)
    button.addEventListener('click', press)
    buttons.append(button)
  }
  if (merging && merging.key !== bill.key) add(t.mergeHere, () => mergeInto(bill))
  else if (!merging) {
    add(t.openBill, () => openBill(bill))
    if (counter.bills.length > 1) add(t.merge, () => startMerging(bill))
    add(t.split, () => askSplit(bill))
    add(t.dropBill, () => dropBill(bill))
  }
  row.append(words, buttons)
  return row
}

function startMerging(bill: OpenBillView) {
  merging = bill
  drawBills()
}

const billVersion = ({ key, version }: OpenBillView) => ({ key, version })

function mergeInto(into: OpenBillView) {
  const from = merging!
  merging = null
  return takeBills(requestShop('bill-merge', { from: billVersion(from), into: billVersion(into) }))
}

function dropBill(bill: OpenBillView) {
  if (confirm(t.sureDrop.replace('%', formatBillLabel(bill))))
    return takeBills(requestShop('bill-drop', billVersion(bill)))
}

/** Shows the bills in an answer; after a refusal shows it above the current bills. */
async function takeBills(request: Promise<Answer<Bills> | null>) {
  const answer = await request
  if (!answer) return showProblem(t.billsNeedLine)
  if (answer.ok) Object.assign(counter, answer.data)
  else await showBills()
  drawBills()
  if (!answer.ok) showProblem(answer.data.message)
}

function openBill(bill: OpenBillView) {
  if (!cart.bill && (cart.lines.length > 0 || cart.free > 0)) return showProblem(t.holdFirst)
  emptyCart()
  // Goods that were taken off sale stay on the bill until it is saved.
  cart.lines = bill.lines.filter(({ variant }) => findGoods(variant)).map(({ sent: _sent, ...line }) => line)
  cart.free = bill.free
  cart.note = bill.note ?? ''
  cart.phone = bill.phone ?? ''
  const sent = Object.fromEntries(bill.lines.map(line => [makeLineKey(line), line.sent ?? 0]))
  cart.bill = { ...billVersion(bill), name: bill.name, tableNumber: bill.tableNumber, sent }
  storeCart()
  backToSelling()
}

/** Asks for the name and table under which the cart becomes a bill. */
export function askName() {
  find('bill-name').value = cart.bill?.name ?? ''
  find('bill-table').value = `${cart.bill?.tableNumber ?? ''}`
  find('bill-dialog').returnValue = ''
  find('bill-dialog').showModal()
}

/** Saves the cart as a bill; stations get tickets for new items. */
async function saveBill() {
  if (find('bill-dialog').returnValue !== 'save') return
  const table = Number(find('bill-table').value.trim()) || null
  const typed = find('bill-name').value.trim()
  const name = typed || (table ? `${t.table} ${table}` : t.held)
  const { bill, note, phone, free } = cart
  const lines = cart.lines.map(line => ({ ...line, sent: countSentUnits(line) }))
  const tickets = listFreshTickets(formatBillLabel({ name, tableNumber: table }))
  const sent = counter.stations.length > 0 ? lines.map(line => ({ ...line, sent: line.quantity })) : lines
  if (!bill) cart.billKey ??= generateKey()
  storeCart()
  const which = bill ? { key: bill.key, version: bill.version } : { key: cart.billKey! }
  const content = { name, tableNumber: table, free, lines: sent, ...(note && { note }), ...(phone && { phone }) }
  const answer = await requestShop('bill-save', { ...which, ...content })
  if (!answer) return showProblem(t.billsNeedLine)
  if (!answer.ok) return showProblem(answer.data.message)
  Object.assign(counter, answer.data)
  emptyCart()
  backToSelling()
  if (tickets.length > 0) printTickets(tickets)
}

function askSplit(bill: OpenBillView) {
  const dialog = find('split-dialog')
  find('split-lines').replaceChildren(
    ...bill.lines.map((line, index) => {
      const field = makeElement('p', undefined, { class: 'field' })
      const name = [findGoods(line.variant)?.name ?? line.variant, line.made].filter(Boolean).join(' · ')
      const input = makeElement('input', undefined, {
        id: `split-${index}`,
        type: 'number',
        min: 0,
        max: line.quantity,
      })
      input.value = '0'
      input.inputMode = 'numeric'
      field.append(makeElement('label', `${name} (${line.quantity})`, { for: `split-${index}` }), input)
      return field
    }),
  )
  dialog.returnValue = ''
  dialog.showModal()
  const answer = () => {
    if (dialog.returnValue !== 'split') return
    const units = bill.lines.map((_line, index) =>
      Number((document.getElementById(`split-${index}`) as HTMLInputElement).value),
    )
    const to = { key: generateKey(), name: `${bill.name.slice(0, 56)} (2)` }
    takeBills(requestShop('bill-split', { from: billVersion(bill), to, units }))
  }
  dialog.addEventListener('close', answer, { once: true })
}

let isListening = false

/** Handles the dialog of bills; `onContinue` shows the selling screen. */
export function listenToBills(onContinue: () => void) {
  backToSelling = onContinue
  if (!isListening) find('bill-dialog').addEventListener('close', saveBill)
  isListening = true
}
