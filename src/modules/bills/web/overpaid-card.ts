import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Slots } from '../../../slots.ts'
import { card } from '../../../web/parts/card.ts'
import type { Language } from '../../../web/parts/language.ts'
import { type ColumnDefinition, rowLink, table } from '../../../web/parts/table.ts'
import type { Bill } from '../bill.ts'
import { listOverpaid } from '../list-overpaid.ts'

/** Renders money that pays nothing because its bill was already paid. */
export const overpaidCard: Slots['reviewCards'] = async (app, scope) => {
  const { bills, total } = await listOverpaid(app, scope)
  if (total === 0) return null
  return ({ language, to }) => {
    const say = texts[language]
    const columns: ColumnDefinition<Bill>[] = [
      {
        title: say.bill,
        leads: true,
        place: 'lead',
        cell: ({ publicId, title, customerName }) =>
          html`${rowLink(to(`/dashboard/bills/${publicId}`), html`<b>${title}</b>`)}<small>${customerName}</small>`,
      },
      { title: say.excess, isMoney: true, place: 'side', cell: ({ excess }) => formatRupiah(excess) },
    ]
    const some = total > bills.length && html`<p><small>${say.some(bills.length, total)}</small></p>`
    return card(say.title, html`<p>${say.text}</p>${some}${table(columns, bills)}`)
  }
}

const id = {
  title: 'Kelebihan bayar tagihan',
  text:
    'Uang ini masuk melebihi tagihannya. Kembalikan lewat bank atau e-wallet, lalu catat pengembaliannya di ' +
    'pembayarannya.',
  some: (count: number, total: number) =>
    `${count} terbaru dari ${total} tagihan. Yang lain tampil setelah yang ini selesai.`,
  bill: 'Tagihan',
  excess: 'Kelebihan',
}

const texts: Record<Language, typeof id> = {
  id,
  en: {
    title: 'Bills that were paid too much',
    text:
      'This money came beyond what its bill was for. Return it by bank or e-wallet, then note the refund at ' +
      'its payment.',
    some: (count, total) => `The newest ${count} of ${total} bills. The others appear once these are settled.`,
    bill: 'Bill',
    excess: 'Too much',
  },
}
