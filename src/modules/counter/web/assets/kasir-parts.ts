// Shared by the counter's scripts: the elements of its page, its texts, and requests to the shop.

import { readRupiah } from '../../../../lib/amounts/read-rupiah.js'
import type { CounterWords } from '../../texts/counter-texts.ts'
import type { CounterAnswers, CounterRefusal, CounterRequests } from '../counter-answers.ts'
import { forgetPage } from './kasir-kept.ts'

/** The data embedded in the page. */
interface PageData {
  base: string
  language: string
  printer: string
  bills: string
  texts: string
  shop: string
}

/** The types of the page's special elements, by id. */
interface Elements {
  amount: HTMLInputElement
  'bill-dialog': HTMLDialogElement
  'bill-name': HTMLInputElement
  'bill-table': HTMLInputElement
  cashier: HTMLSelectElement
  'close-note': HTMLInputElement
  counted: HTMLInputElement
  'customer-name': HTMLInputElement
  discount: HTMLInputElement
  given: HTMLInputElement
  note: HTMLInputElement
  opening: HTMLInputElement
  phone: HTMLInputElement
  options: HTMLDialogElement
  'pay-cash': HTMLButtonElement
  'pay-code': HTMLButtonElement
  'pay-page': HTMLAnchorElement
  pin: HTMLInputElement
  'print-file': HTMLAnchorElement
  printers: HTMLDetailsElement
  search: HTMLInputElement
  'split-dialog': HTMLDialogElement
  'till-details': HTMLDetailsElement
  'whats-app': HTMLAnchorElement
}

type AmountField = 'amount' | 'counted' | 'discount' | 'given' | 'opening'

export type Answer<Data> =
  | { ok: true; broken: boolean; data: Data }
  | { ok: false; broken: boolean; data: CounterRefusal }

const root = document.getElementById('kasir')!
export const { base, language, printer: printerScript, bills: billsScript } = root.dataset as unknown as PageData
export const t: CounterWords = JSON.parse(root.dataset.texts!)
export const shopName = root.dataset.shop!

type ElementOf<Id extends string> = Id extends keyof Elements ? Elements[Id] : HTMLElement

export const find = <Id extends string>(id: Id) => document.getElementById(id) as ElementOf<Id>
export const formatRupiah = (amount: number) => `${amount < 0 ? '−' : ''}Rp ${Math.abs(amount).toLocaleString('id-ID')}`
const digitsOf = (text: string) => text.replaceAll(/[^\d]/g, '')

/** The amount in a field: 0 if it is empty, NaN if it cannot be read. */
export const readAmount = (id: AmountField) => (find(id).value.trim() === '' ? 0 : readRupiah(find(id).value))

/**
 * Groups the digits of an amount while it is typed, so that an extra zero is noticed. `25rb` and `1,5jt` stay unchanged
 * until they are complete. `use` is called with every change.
 */
export function listenToAmount(id: AmountField, use = () => {}) {
  const field = find(id)
  let isDigits = true
  field.addEventListener('input', () => {
    const text = field.value
    isDigits = text === '' || (isDigits && /^[\d.]*\d$/.test(text))
    if (isDigits) field.value = groupDigits(digitsOf(text))
    use()
  })
  field.addEventListener('change', () => {
    const amount = readAmount(id)
    if (Number.isNaN(amount)) return
    isDigits = true
    field.value = groupDigits(amount)
    use()
  })
}

/** Formats an amount for a field; empty for none. */
export const groupDigits = (amount: number | string) =>
  Number(amount) > 0 ? Number(amount).toLocaleString('id-ID') : ''

let timer: number | undefined
let asked: boolean | undefined

type Tag = keyof HTMLElementTagNameMap
type Attributes = Record<string, string | number>

/** Creates an element with a text and attributes. */
export function makeElement<Name extends Tag>(name: Name, text?: string, attributes: Attributes = {}) {
  const element = document.createElement(name)
  if (text !== undefined) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`)
  return element
}

/** Creates a row of a list that acts as a button: text, and an amount at its end. */
export function createButtonRow(words: string, amount: string, press: () => unknown) {
  const row = makeElement('li')
  const button = makeElement('button', undefined, { type: 'button', class: 'kasir-row' })
  button.append(makeElement('span', words), makeElement('b', amount))
  button.addEventListener('click', press)
  row.append(button)
  return row
}

/** A name and its value, and the style of the row. */
export type Fact = [name: string, value: string, look?: string]

/** Fills a list of names and values. */
export function fillFacts(list: HTMLElement, rows: Fact[]) {
  list.replaceChildren(
    ...rows.map(([name, value, look = '']) => {
      const row = makeElement('div', undefined, look ? { class: look } : {})
      row.append(makeElement('dt', name), makeElement('dd', value))
      return row
    }),
  )
  return list
}

/** Shows one screen and hides the others. */
export function showScreen(id: string) {
  clearTimeout(timer)
  for (const screen of document.querySelectorAll<HTMLElement>('[data-screen]')) screen.hidden = screen.id !== id
  find('problem').hidden = true
  find('tools').hidden = id !== 'sell-screen'
}

/** Runs work on this screen after a delay, unless another screen is shown first. */
export function runLater(work: () => unknown, ms: number) {
  clearTimeout(timer)
  timer = setTimeout(work, ms)
}

/** Shows the shop's refusal. */
export function showProblem(message?: string) {
  find('problem').textContent = message ?? t.failed
  find('problem').hidden = false
  find('problem').scrollIntoView({ block: 'nearest' })
}

type Question = keyof CounterAnswers
type PathWithQuery<Path extends Question> = Path | `${Path}?${string}`
type Body<Path extends Question> = Path extends keyof CounterRequests ? CounterRequests[Path] : never
type Answered<Path extends Question> = Answer<CounterAnswers[Path]> | null

/**
 * Sends a request to the shop, by POST if it has a body. Returns null if the network is down. An answer of the shop has
 * `ok`.
 */
export async function requestShop<Path extends Question>(
  path: PathWithQuery<Path>,
  body?: Body<Path>,
  patienceMs = 15_000,
): Promise<Answered<Path>> {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  try {
    const address = `${base}/${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    const answer = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(patienceMs) })
    const data = await answer.json()
    showConnection(false)
    if (data.code === 'unpaired' && path !== 'offline') {
      // Offline sales are sent first, because the page of a new device has no counter.
      await leave()
      await forgetPage()
      location.reload()
    }
    return { ok: answer.ok, broken: answer.status >= 500, data }
  } catch {
    showConnection(true)
    return null
  }
}

let leave: () => Promise<unknown> = async () => undefined

/** Registers work to do before a revoked device leaves the page. */
export const registerLeaveWork = (work: () => Promise<unknown>) => {
  leave = work
}

export const isOffline = () => !find('offline').hidden

/** Shows whether the shop can be reached; the cart needs to know, because goods without offline sales require it. */
export function showConnection(cut: boolean) {
  if (cut === isOffline()) return
  find('offline').hidden = !cut
  root.dispatchEvent(new Event('line'))
}

export const onLine = (work: () => unknown) => root.addEventListener('line', work)

export const onClick = (id: string, work: () => unknown) => find(id).addEventListener('click', work)

type Send<Data> = () => Promise<Answer<Data> | null> | null

/** Handles a form, one submission at a time, and shows the shop's refusal. `send` returns null to send nothing. */
export function onForm<Data>(id: string, send: Send<Data>, onSuccess: (data: Data) => unknown) {
  find(id).addEventListener('submit', async event => {
    event.preventDefault()
    if (asked) return
    const body = send()
    if (body === null) return
    asked = true
    const answer = await body
    asked = false
    if (answer?.ok) await onSuccess(answer.data)
    else if (answer) showProblem(answer.data.message)
  })
}
