// Shows the total of the choices on a menu page, computed as the server does.

import type { DeliveryFees } from '../delivery-fees.ts'

type Fields = 'coupon' | 'expected_discount' | 'expected_fee' | 'quantity' | 'receiving' | 'zone'

interface Prices extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & Partial<Record<Fields, HTMLInputElement>>
}

type Price = HTMLInputElement

const form = document.querySelector<Prices>('[data-prices]')!

function formatRupiah(amount: number) {
  return `Rp\u00a0${amount.toLocaleString('id-ID')}`
}

function countProduct() {
  const chosen = [...form.querySelectorAll<Price>('[data-price]')].filter(one => one.type === 'hidden' || one.checked)
  const price = chosen.reduce((sum, one) => sum + Number(one.dataset.price), 0)
  const quantity = Math.min(99, Math.max(1, Math.floor(Number(form.elements.quantity!.value)) || 1))
  form.querySelector('[data-total]')!.textContent = formatRupiah(price * quantity)
}

function deliveryFee() {
  const { receiving, zone } = form.elements
  if (receiving && receiving.value !== 'delivery') return 0
  const fees: DeliveryFees = JSON.parse(form.dataset.fees!)
  if (fees.zones === undefined) return fees.everywhere
  return zone!.value === '' ? null : fees.zones[zone!.value]!
}

function countCart() {
  const button = form.querySelector<HTMLElement>('[data-order]')!
  const total = form.querySelector<HTMLElement>('[data-total]')!
  const line = form.querySelector<HTMLElement>('[data-fee]')
  const fee = line ? deliveryFee() : Number(form.elements.expected_fee!.value || 0)
  if (line) {
    form.elements.expected_fee!.value = fee === null ? '' : `${fee}`
    line.textContent = fee === null ? line.dataset.later! : formatRupiah(fee)
  }
  const { order, first } = button.dataset
  const sum = fee === null ? null : Number(form.dataset.goods) + fee - Number(form.dataset.discount)
  total.textContent = sum === null ? total.dataset.later! : formatRupiah(sum)
  button.textContent = sum === null ? first! : order!.replace('{total}', formatRupiah(sum))
}

/** Asks the server for the discount of a coupon, because only it knows the codes. */
async function quoteCoupon() {
  const asked = form.elements.coupon!.value
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.set(name, String(value))
  body.set('do', 'price')
  const address = form.querySelector<HTMLButtonElement>('button[data-count]')!.formAction
  const answer = await fetch(address, { method: 'POST', body })
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const next = fresh.querySelector<Prices>('[data-prices=cart]')
  if (!next || form.elements.coupon!.value !== asked) return
  form.dataset.discount = next.dataset.discount!
  form.elements.expected_discount!.value = next.dataset.discount!
  for (const name of ['[data-coupon]', '[data-sums]']) {
    form.querySelector(name)!.replaceWith(next.querySelector(name)!)
  }
  countCart()
}

if (form) {
  const count = form.dataset.prices === 'cart' ? countCart : countProduct
  form.addEventListener('input', count)
  form.addEventListener('change', event => {
    // Without a connection the server checks it when the order is sent.
    if ((event.target as Price).name === 'coupon') quoteCoupon().catch(() => {})
  })
  // The browser may have kept earlier choices.
  if (form.dataset.prices === 'product') addEventListener('pageshow', count)
}

// Submits a quantity in the cart when it changes: its button is for browsers without a script.
for (const step of document.querySelectorAll<HTMLFormElement>('[data-step]')) {
  step.querySelector('button')!.hidden = true
  step.addEventListener('change', () => step.requestSubmit())
}
