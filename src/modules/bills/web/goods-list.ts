import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { BillLine } from '../bill-line.ts'

/** Renders the goods of a bill, with their options and prices; null if it has none. */
export function renderGoodsList(lines: readonly BillLine[]): Html | null {
  if (lines.length === 0) return null
  return html`<ul class="billed" data-testid="goods">${lines.map(
    line => html`<li><span>${nameOf(line)}${listChoices(line)}</span><b>${formatRupiah(line.total())}</b></li>`,
  )}</ul>`
}

const nameOf = (line: BillLine) => (line.quantity > 1 ? `${line.name()} × ${line.quantity}` : line.name())

function listChoices({ makings }: BillLine): Html[] {
  return makings.map(({ quantity, choices }) => {
    const names = choices.map(({ optionName }) => optionName).join(', ')
    return html`<small>${quantity > 1 && `${quantity} × `}${names}</small>`
  })
}
