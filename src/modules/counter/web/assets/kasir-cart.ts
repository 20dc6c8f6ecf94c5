// The cart of the counter, the keypad and scanners.

import type { OfferedGoods, OfferedGroup } from '../counter-answers.ts'
import { drawGoods, filterGoods, listenToGoods } from './kasir-goods.ts'
import { drawOffline, findOfflineProblem } from './kasir-offline.ts'
import {
  find,
  formatRupiah,
  groupDigits,
  isOffline,
  listenToAmount,
  makeElement,
  onClick,
  onLine,
  readAmount,
  requestShop,
  showProblem,
  t,
} from './kasir-parts.ts'
import {
  type CartLine,
  cart,
  computeGoodsTotal,
  computeLinePrice,
  computeTotal,
  counter,
  formatBillLabel,
  hasCode,
  isSoldOut,
  storeCart,
} from './kasir-state.ts'

/** The input of a scanner that acts as a keyboard: its digits, and the focused field with its previous text. */
interface Burst {
  text: string
  at: number
  before?: string | undefined
}

const quantityMax = 99

/** Renders the cart on the selling screen. */
export function drawSelling() {
  find('amount').value = groupDigits(cart.free)
  find('discount').value = groupDigits(cart.discount)
  find('note').value = cart.note
  find('phone').value = cart.phone
  find('customer-name').value = cart.customerName
  find('bill-in-cart').textContent = cart.bill ? formatBillLabel(cart.bill) : ''
  find('bill-in-cart').hidden = !cart.bill
  find('discount-field').hidden = counter.discountMaxPercent === 0
  find('discount-limit').textContent = t.discountLimit.replace('%', `${counter.discountMaxPercent} %`)
  find('last').hidden = cart.last === null
  // Goods that can no longer be sold are removed, because the whole cart would be refused.
  cart.lines = cart.lines.filter(({ variant }) => counter.goods.some(one => one.variant === variant))
  drawPad()
  drawGoods()
  drawCart()
}

// On a phone the keypad would push the goods below the screen, so it is open only without goods, or as last left.
function drawPad() {
  find('pad').setAttribute('aria-expanded', `${cart.isPadOpen ?? counter.goods.length === 0}`)
}

function openPad(isOpen: boolean) {
  cart.isPadOpen = isOpen
  storeCart()
  drawPad()
}

export function drawCart() {
  const most = Math.floor((computeGoodsTotal() * counter.discountMaxPercent) / 100)
  cart.discount = Math.min(cart.discount, most)
  storeCart()
  const rows = cart.lines.map((line, at) => cartRow(line, at))
  if (cart.free > 0) {
    const row = makeElement('li')
    row.append(makeElement('span', t.free), makeElement('b', formatRupiah(cart.free)))
    rows.push(row)
  }
  if (rows.length === 0) rows.push(makeElement('li', t.emptyCart, { class: 'empty' }))
  find('lines').replaceChildren(...rows)
  find('lines').scrollTop = find('lines').scrollHeight
  find('total').textContent = formatRupiah(computeTotal())
  drawPaying()
}

function drawPaying() {
  find('pay-code').disabled = computeTotal() <= 0 || isOffline()
  find('pay-cash').disabled = computeTotal() <= 0 || (isOffline() && findOfflineProblem() !== null)
  find('hold').hidden = cart.lines.length === 0 && cart.free === 0
  drawOffline()
}

function cartRow(line: CartLine, at: number) {
  const row = makeElement('li')
  const { name } = counter.goods.find(one => one.variant === line.variant)!
  const words = makeElement('span', `${line.quantity} × ${name}`)
  if (line.made) words.append(makeElement('small', line.made))
  const buttons = makeElement('span', undefined, { class: 'kasir-steps' })
  buttons.append(makeElement('b', formatRupiah(computeLinePrice(line) * line.quantity)))
  for (const [text, label, by] of [
    ['−', t.less, -1],
    ['+', t.more, 1],
  ] as const) {
    const button = makeElement('button', text, {
      type: 'button',
      class: 'button quiet',
      'aria-label': `${label}: ${name}`,
    })
    button.addEventListener('click', () => {
      line.quantity = Math.min(quantityMax, line.quantity + by)
      if (line.quantity < 1) cart.lines.splice(at, 1)
      drawCart()
      const again = find('lines').querySelectorAll<HTMLElement>(`[aria-label="${CSS.escape(`${label}: ${name}`)}"]`)
      ;(again[0] ?? find('amount')).focus()
    })
    buttons.append(button)
  }
  row.append(words, buttons)
  return row
}

/** Adds the goods of a scanned code to the cart; if several match, the cashier chooses. */
export function addScanned(code: string) {
  const goods = counter.goods.filter(one => hasCode(one, code.trim().toLowerCase()))
  find('search').value = goods.length > 1 ? code : ''
  drawGoods()
  if (goods.length === 0) showProblem(t.unknownCode.replace('%', code))
  else if (goods.length === 1 && isSoldOut(goods[0]!)) showProblem(t.goneCode.replace('%', goods[0]!.name))
  else {
    find('problem').hidden = true
    if (goods.length === 1) return addGoods(goods[0]!)
  }
}

async function addGoods(goods: OfferedGoods) {
  const choices = goods.groups ? await askOptions(goods.name, goods.groups) : []
  if (choices === null) return
  const named = (goods.groups ?? []).flatMap(group => group.options).filter(({ key }) => choices.includes(key))
  const same = cart.lines.find(line => line.variant === goods.variant && line.choices.join() === choices.join())
  const made = named.map(({ name }) => name).join(', ')
  if (same) same.quantity = Math.min(quantityMax, same.quantity + 1)
  else cart.lines.push({ variant: goods.variant, quantity: 1, choices, made })
  const isInList = find('goods').contains(document.activeElement)
  find('search').value = ''
  drawGoods()
  drawCart()
  // The pressed row is rendered again and keeps the focus for keyboard users.
  if (isInList) find('goods').querySelector<HTMLElement>(`[data-variant="${goods.variant}"]`)?.focus()
}

/** Asks for options. Resolves to the chosen keys; null if the dialog was cancelled. */
function askOptions(name: string, groups: OfferedGroup[]) {
  const dialog = find('options')
  find('options-name').textContent = name
  find('groups').replaceChildren(...groups.map((group, at) => groupField(group, at)))
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise<string[] | null>(resolve => {
    const answer = () => {
      const chosen = [...dialog.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value)
      resolve(dialog.returnValue === 'add' ? chosen : null)
    }
    dialog.addEventListener('close', answer, { once: true })
  })
}

function groupField({ name, min, max, options }: OfferedGroup, at: number) {
  const fieldset = makeElement('fieldset', undefined, { class: 'ticks' })
  fieldset.append(makeElement('legend', max > 1 ? `${name} (${min}–${max})` : name))
  for (const [place, { key, name: option, price }] of options.entries()) {
    const label = makeElement('label', undefined, { class: 'tick' })
    const type = min === 1 && max === 1 ? 'radio' : 'checkbox'
    const box = makeElement('input', undefined, { type, name: `group-${at}`, value: key })
    box.required = type === 'radio'
    // The first option is the most common, so only the others need a press.
    box.checked = box.required && place === 0
    label.append(box, makeElement('span', price > 0 ? `${option} +${formatRupiah(price)}` : option))
    fieldset.append(label)
  }
  return fieldset
}

const amountDigits = 10

function setAmount(digits: string) {
  cart.free = Number(digits.slice(0, amountDigits))
  find('amount').value = groupDigits(cart.free)
  drawCart()
}

function takeAmount() {
  cart.free = Math.min(readAmount('amount') || 0, 10 ** amountDigits - 1)
  drawCart()
}

function takeDiscount() {
  const discount = readAmount('discount') || 0
  cart.discount = discount
  drawCart()
  // An amount beyond the limit is reduced to the limit, visibly.
  if (cart.discount !== discount) find('discount').value = groupDigits(cart.discount)
}

/** Shows who has ordered with the typed phone number before. */
async function showKnown() {
  const phone = find('phone').value.trim()
  const answer =
    phone === '' || isOffline() ? null : await requestShop<'customer'>(`customer?phone=${encodeURIComponent(phone)}`)
  const known = answer?.ok ? answer.data.customer : null
  find('known').textContent = known ? `${t.knownCustomer.replace('%', known.name)} ${known.orders} · ${known.last}` : ''
  if (!known || find('customer-name').value !== '') return
  cart.customerName = known.name
  find('customer-name').value = known.name
  storeCart()
}

/** Handles the keypad and the fields; `sell` runs on Enter after an amount. */
export function listenToCart(sell: () => unknown) {
  for (const key of document.querySelectorAll<HTMLElement>('[data-key]'))
    key.addEventListener('click', () => setAmount(`${cart.free || ''}${key.dataset.key}`))
  onLine(drawPaying)
  onClick('pad', () => openPad(find('pad').getAttribute('aria-expanded') !== 'true'))
  // Prevents the phone's own keyboard from opening.
  find('amount').addEventListener('pointerdown', () => openPad(true))
  onClick('clear', () => setAmount(''))
  onClick('erase', () => setAmount(`${cart.free}`.slice(0, -1)))
  listenToAmount('amount', takeAmount)
  find('amount').addEventListener('keydown', event => {
    if (event.key === 'Enter' && !find('pay-code').disabled) sell()
  })
  listenToAmount('discount', takeDiscount)
  find('note').addEventListener('input', () => {
    cart.note = find('note').value
    storeCart()
  })
  for (const [id, name] of [
    ['phone', 'phone'],
    ['customer-name', 'customerName'],
  ] as const)
    find(id).addEventListener('input', () => {
      cart[name] = find(id).value
      storeCart()
    })
  find('phone').addEventListener('change', showKnown)
  listenToGoods(addGoods)
  find('search').addEventListener('keydown', event => {
    const wanted = find('search').value.trim()
    if (event.key !== 'Enter' || wanted === '') return
    if (filterGoods().length === 1) addGoods(filterGoods()[0]!)
    else addScanned(wanted)
  })
  addEventListener('keydown', hearScanner, true)
}

// A scanner types faster than people do, wherever the cursor is, and ends with Enter.
const scanGapMs = 60
const scanMin = 6
let burst: Burst = { text: '', at: 0 }

function hearScanner(event: KeyboardEvent) {
  if (find('sell-screen').hidden || find('options').open) return
  const { key, timeStamp } = event
  const target = event.target as HTMLInputElement
  if (timeStamp - burst.at > scanGapMs) burst = { text: '', at: timeStamp, before: target.value }
  burst.at = timeStamp
  if (key.length === 1) burst.text += key
  if (key !== 'Enter' || burst.text.length < scanMin) return
  event.preventDefault()
  event.stopPropagation()
  // Its digits in a field are not an amount, and are removed.
  const { text, before } = burst
  burst = { text: '', at: 0 }
  if (before !== undefined) {
    target.value = before
    target.dispatchEvent(new Event('input'))
  }
  addScanned(text)
}
