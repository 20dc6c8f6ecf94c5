// Sends the offline sales of a revoked device, for the owner to decide. Its page is that of a new device, without a
// counter.

import { forgetSale, listWaitingSales, toSaleRequest } from './kasir-store.ts'

const root = document.getElementById('left')!
const { base = '' } = root.dataset
const againMs = 5000

async function sendLeft() {
  const sales = await listWaitingSales().catch(() => [])
  root.hidden = sales.length === 0
  let isLeft = false
  for (const sale of sales) {
    const body = JSON.stringify(toSaleRequest(sale))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${base}/offline`, { method: 'POST', body, headers }).catch(() => null)
    // A refused sale does not block those after it.
    if (answer?.ok) await forgetSale(sale.key)
    else isLeft = true
  }
  if (isLeft) setTimeout(sendLeft, againMs)
  else if (sales.length > 0) root.textContent = root.dataset.sent!
}

sendLeft()
