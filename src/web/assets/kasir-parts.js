// The scripts of the counter share this: the elements of its page, its words, and how it asks the shop.

import { forgetPage } from './kasir-kept.js'
import { readRupiah } from './read-rupiah.js'

const root = document.getElementById('kasir')
export const { base, language, printer: printerScript } = root.dataset
export const say = JSON.parse(root.dataset.texts)
export const shopName = root.dataset.shop

export const find = id => document.getElementById(id)
export const rupiah = amount => `${amount < 0 ? '−' : ''}Rp ${Math.abs(amount).toLocaleString('id-ID')}`
const digitsOf = text => text.replaceAll(/[^\d]/g, '')

/** The amount in a field: 0 if it is empty, NaN if it cannot be read. */
export const amountIn = id => (find(id).value.trim() === '' ? 0 : readRupiah(find(id).value))

/**
 * Groups the digits of an amount while it is typed, so that a zero too many is seen. `25rb` and `1,5jt` stay as they
 * are until they are complete. `use` is called with every change.
 */
export function listenToAmount(id, use = () => {}) {
  const field = find(id)
  let isDigits = true
  field.addEventListener('input', () => {
    const text = field.value
    isDigits = text === '' || (isDigits && /^[\d.]*\d$/.test(text))
    if (isDigits) field.value = grouped(digitsOf(text))
    use()
  })
  field.addEventListener('change', () => {
    const amount = amountIn(id)
    if (Number.isNaN(amount)) return
    isDigits = true
    field.value = grouped(amount)
    use()
  })
}

/** An amount as a field shows it; empty for none. */
export const grouped = amount => (Number(amount) > 0 ? Number(amount).toLocaleString('id-ID') : '')

let timer
let asked

/** Makes an element with a text and attributes. */
export function make(name, text, attributes = {}) {
  const element = document.createElement(name)
  if (text !== undefined) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** A row of a list that is pressed as a whole: words, and an amount at its end. */
export function pressedRow(words, amount, press) {
  const row = make('li')
  const button = make('button', undefined, { type: 'button', class: 'kasir-row' })
  button.append(typeof words === 'string' ? make('span', words) : words, make('b', amount))
  button.addEventListener('click', press)
  row.append(button)
  return row
}

/** Fills a list of names and values. */
export function fillFacts(list, rows) {
  list.replaceChildren(
    ...rows.map(([name, value, look = '']) => {
      const row = make('div', undefined, look ? { class: look } : {})
      row.append(make('dt', name), make('dd', value))
      return row
    }),
  )
  return list
}

/** Shows one screen and hides the others. */
export function show(id) {
  clearTimeout(timer)
  for (const screen of document.querySelectorAll('[data-screen]')) screen.hidden = screen.id !== id
  find('problem').hidden = true
  find('tools').hidden = id !== 'sell-screen'
}

/** Does something on this screen after a while; another screen forgets it. */
export function later(work, ms) {
  clearTimeout(timer)
  timer = setTimeout(work, ms)
}

/** Says what the shop refuses. */
export function tell(message) {
  find('problem').textContent = message ?? say.failed
  find('problem').hidden = false
  find('problem').scrollIntoView({ block: 'nearest' })
}

/** Asks the shop; a body makes it a POST. Null where the network is down. An answer of the shop has `ok`. */
export async function ask(path, body) {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  try {
    const address = `${base}/${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    const answer = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(15_000) })
    const data = await answer.json()
    sayCut(false)
    if (data.code === 'unpaired') {
      await forgetPage()
      location.reload()
    }
    return { ok: answer.ok, broken: answer.status >= 500, data }
  } catch {
    sayCut(true)
    return null
  }
}

export const isCut = () => !find('offline').hidden

/** Says whether the shop can be reached; the cart listens, since nothing is sold without it. */
export function sayCut(cut) {
  if (cut === isCut()) return
  find('offline').hidden = !cut
  root.dispatchEvent(new Event('line'))
}

export const onLine = work => root.addEventListener('line', work)

export const onClick = (id, work) => find(id).addEventListener('click', work)

/** Sends a form, one at a time, and says what the shop refuses. `send` returns null if it sends nothing. */
export function onForm(id, send, then) {
  find(id).addEventListener('submit', async event => {
    event.preventDefault()
    if (asked) return
    const body = send()
    if (body === null) return
    asked = true
    const answer = await body
    asked = false
    if (answer?.ok) await then(answer.data)
    else if (answer) tell(answer.data.message)
  })
}
