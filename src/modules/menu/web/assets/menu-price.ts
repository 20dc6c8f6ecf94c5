// Shows the total of the choices on a page of the menu, calculated as the server does.

import type { DeliveryFees } from '../delivery-fees.ts'

type Fields = 'expected_fee' | 'quantity' | 'receiving' | 'zone'

interface Prices extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & Partial<Record<Fields, HTMLInputElement>>
}

type Price = HTMLInputElement

const form = document.querySelector<Prices>('[data-prices]')!

function rupiah(amount: number) {
  return `Rp\u00a0${amount.toLocaleString('id-ID')}`
}

function countProduct() {
  const chosen = [...form.querySelectorAll<Price>('[data-price]')].filter(one => one.type === 'hidden' || one.checked)
  const price = chosen.reduce((sum, one) => sum + Number(one.dataset.price), 0)
  const quantity = Math.min(99, Math.max(1, Math.floor(Number(form.elements.quantity!.value)) || 1))
  form.querySelector('[data-total]')!.textContent = rupiah(price * quantity)
}

function deliveryFee() {
  const { receiving, zone } = form.elements
  if (receiving && receiving.value !== 'delivery') return 0
  const fees: DeliveryFees = JSON.parse(form.dataset.fees!)
  if (fees.zones === undefined) return fees.everywhere
  return zone!.value === '' ? null : fees.zones[zone!.value]!
}

function countCart() {
  const line = form.querySelector<HTMLElement>('[data-fee]')
  if (!line) return
  const fee = deliveryFee()
  const button = form.querySelector<HTMLElement>('[data-order]')!
  const { order, first } = button.dataset
  form.elements.expected_fee!.value = fee === null ? '' : `${fee}`
  line.textContent = fee === null ? line.dataset.later! : rupiah(fee)
  button.textContent = fee === null ? first! : order!.replace('{total}', rupiah(Number(form.dataset.goods) + fee))
}

if (form) {
  const count = form.dataset.prices === 'cart' ? countCart : countProduct
  form.addEventListener('input', count)
  // The browser may have kept what was chosen before.
  if (form.dataset.prices === 'product') addEventListener('pageshow', count)
}
