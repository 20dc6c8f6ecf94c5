// Shows the running sum of a bill's goods with their options, as the server prices them.

const sum = document.querySelector<HTMLElement>('[data-sum]')
const form = sum?.closest('form')

function findPrice(name: string): number | null {
  const written = name.trim().toLowerCase()
  const offer = [...document.querySelectorAll<HTMLOptionElement>('#goods option')].find(
    one => one.value.toLowerCase() === written,
  )
  return offer ? Number(offer.dataset.price) : null
}

function sumOptions(row: string): number {
  const chosen = form!.querySelectorAll<HTMLInputElement>(`input[name^="choice_${row}_"]:checked`)
  return [...chosen].reduce((total, one) => total + Number(one.dataset.price), 0)
}

function showSum(): void {
  let total = 0
  for (const item of form!.querySelectorAll<HTMLInputElement>('input[name^="item_"]')) {
    const row = item.name.slice('item_'.length)
    const price = findPrice(item.value)
    const quantity = Number(form!.querySelector<HTMLInputElement>(`input[name="quantity_${row}"]`)!.value || 1)
    // The server refuses fractional quantities, so they have no sum here either.
    if (price !== null && Number.isInteger(quantity) && quantity > 0) total += (price + sumOptions(row)) * quantity
  }
  sum!.hidden = total === 0
  sum!.querySelector('b')!.textContent = `Rp\u00a0${total.toLocaleString('id-ID')}`
}

if (form) {
  form.addEventListener('input', showSum)
  showSum()
}
