// Open bills of tables and waiting customers. The shop stores them, so all its devices see them; if two devices change
// a bill at once, it is loaded again.

import type { CounterAnswers, OpenBillShown } from '../counter-answers.ts'
import { type Answer, askShop, find, makeElement, rupiah, say, showProblem, showScreen } from './kasir-parts.ts'
import { newKey } from './kasir-sale.ts'
import { billLabel, cart, counter, emptyCart, goodsOf, linePrice, storeCart } from './kasir-state.ts'
import { freshTickets, lineKey, printTickets, sentUnits } from './kasir-tickets.ts'

type Bills = CounterAnswers['bill-save']

/** The bill that is being merged into another one. */
let merging: OpenBillShown | null = null
let backToSelling: () => void = () => undefined

/** Loads and shows the currently open bills. */
export async function showBills() {
  merging = null
  const answer = await askShop('state')
  if (answer?.ok) Object.assign(counter, answer.data)
  drawBills()
}

function drawBills() {
  showScreen('bills-screen')
  find('merge-hint').hidden = merging === null
  const rows = counter.bills.map(billRow)
  find('bills').replaceChildren(...(rows.length > 0 ? rows : [makeElement('li', say.noBills)]))
  find('bills-title').focus()
}

const billTotal = ({ lines, free }: OpenBillShown) =>
  lines.reduce((sum, line) => sum + linePrice(line) * line.quantity, free)

function billRow(bill: OpenBillShown) {
  const row = makeElement('li')
  const words = makeElement('span', billLabel(bill))
  words.append(makeElement('small', `${bill.at} · ${rupiah(billTotal(bill))}`))
  const buttons = makeElement('span', undefined, { class: 'choices' })
  const add = (text: string, press: () => unknown) => {
    const button = makeElement('button', text, { type: 'button', class: 'button quiet' })
    button.setAttribute('aria-label', `${text}: ${billLabel(bill)}`)
    button.addEventListener('click', press)
    buttons.append(button)
  }
  if (merging && merging.key !== bill.key) add(say.mergeHere, () => mergeInto(bill))
  else if (!merging) {
    add(say.openBill, () => openBill(bill))
    if (counter.bills.length > 1) add(say.merge, () => startMerging(bill))
    add(say.split, () => askSplit(bill))
    add(say.dropBill, () => dropBill(bill))
  }
  row.append(words, buttons)
  return row
}

function startMerging(bill: OpenBillShown) {
  merging = bill
  drawBills()
}

const billVersion = ({ key, version }: OpenBillShown) => ({ key, version })

function mergeInto(into: OpenBillShown) {
  const from = merging!
  merging = null
  return takeBills(askShop('bill-merge', { from: billVersion(from), into: billVersion(into) }))
}

function dropBill(bill: OpenBillShown) {
  if (confirm(say.sureDrop.replace('%', billLabel(bill)))) return takeBills(askShop('bill-drop', billVersion(bill)))
}

/** Shows the bills in an answer; after a refusal shows it above the current bills. */
async function takeBills(request: Promise<Answer<Bills> | null>) {
  const answer = await request
  if (!answer) return showProblem(say.billsNeedLine)
  if (answer.ok) Object.assign(counter, answer.data)
  else await showBills()
  drawBills()
  if (!answer.ok) showProblem(answer.data.message)
}

function openBill(bill: OpenBillShown) {
  if (!cart.bill && (cart.lines.length > 0 || cart.free > 0)) return showProblem(say.holdFirst)
  emptyCart()
  // Goods that were taken off sale stay on the bill until it is saved.
  cart.lines = bill.lines.filter(({ variant }) => goodsOf(variant)).map(({ sent: _sent, ...line }) => line)
  cart.free = bill.free
  cart.note = bill.note ?? ''
  cart.phone = bill.phone ?? ''
  const sent = Object.fromEntries(bill.lines.map(line => [lineKey(line), line.sent ?? 0]))
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
  const name = typed || (table ? `${say.table} ${table}` : say.held)
  const { bill, note, phone, free } = cart
  const lines = cart.lines.map(line => ({ ...line, sent: sentUnits(line) }))
  const tickets = freshTickets(billLabel({ name, tableNumber: table }))
  const sent = counter.stations.length > 0 ? lines.map(line => ({ ...line, sent: line.quantity })) : lines
  if (!bill) cart.billKey ??= newKey()
  storeCart()
  const which = bill ? { key: bill.key, version: bill.version } : { key: cart.billKey! }
  const content = { name, tableNumber: table, free, lines: sent, ...(note && { note }), ...(phone && { phone }) }
  const answer = await askShop('bill-save', { ...which, ...content })
  if (!answer) return showProblem(say.billsNeedLine)
  if (!answer.ok) return showProblem(answer.data.message)
  Object.assign(counter, answer.data)
  emptyCart()
  backToSelling()
  if (tickets.length > 0) printTickets(tickets)
}

function askSplit(bill: OpenBillShown) {
  const dialog = find('split-dialog')
  find('split-lines').replaceChildren(
    ...bill.lines.map((line, index) => {
      const field = makeElement('p', undefined, { class: 'field' })
      const name = [goodsOf(line.variant)?.name ?? line.variant, line.made].filter(Boolean).join(' · ')
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
    const to = { key: newKey(), name: `${bill.name.slice(0, 56)} (2)` }
    takeBills(askShop('bill-split', { from: billVersion(bill), to, units }))
  }
  dialog.addEventListener('close', answer, { once: true })
}

let isListening = false

/** Handles the dialog of bills; `goOn` shows the selling screen. */
export function listenToBills(goOn: () => void) {
  backToSelling = goOn
  if (!isListening) find('bill-dialog').addEventListener('close', saveBill)
  isListening = true
}
