// Says what is chosen on a page of the menu comes to, as the server counts it.

const form = document.querySelector('[data-prices]')

function rupiah(amount) {
  return `Rp\u00a0${amount.toLocaleString('id-ID')}`
}

function countProduct() {
  const chosen = [...form.querySelectorAll('[data-price]')].filter(one => one.type === 'hidden' || one.checked)
  const price = chosen.reduce((sum, one) => sum + Number(one.dataset.price), 0)
  const quantity = Math.min(99, Math.max(1, Math.floor(Number(form.elements.quantity.value)) || 1))
  form.querySelector('[data-total]').textContent = rupiah(price * quantity)
}

function deliveryFee() {
  const { receiving, zone } = form.elements
  if (receiving && receiving.value !== 'delivery') return 0
  const fees = JSON.parse(form.dataset.fees)
  if (fees.zones === undefined) return fees.everywhere
  return zone.value === '' ? null : fees.zones[zone.value]
}

function countCart() {
  const line = form.querySelector('[data-fee]')
  if (!line) return
  const fee = deliveryFee()
  const button = form.querySelector('[data-order]')
  const { order, first } = button.dataset
  form.elements.expected_fee.value = fee === null ? '' : fee
  line.textContent = fee === null ? line.dataset.later : rupiah(fee)
  button.textContent = fee === null ? first : order.replace('{total}', rupiah(Number(form.dataset.goods) + fee))
}

if (form) {
  const count = form.dataset.prices === 'cart' ? countCart : countProduct
  form.addEventListener('input', count)
  // The browser may have kept what was chosen before.
  if (form.dataset.prices === 'product') addEventListener('pageshow', count)
}
