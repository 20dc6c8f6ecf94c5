import type { Loaded as Populated } from '@mikro-orm/core'
import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { backLink, card } from '../../../web/parts/card.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import type { BankListLine } from '../entities.ts'
import { type FoundList, findBankList } from '../list-bank-lists.ts'
import { bankListTexts } from '../texts/bank-list-texts.ts'
import { renderLineTime, renderListPeriod } from './judged-view.ts'

const Input = z.object({ list: RowId })
type Line = Populated<BankListLine, 'transfer'>
type ShownList = ViewContext<Visit, z.infer<typeof Input>, FoundList>

/** One uploaded list: each line with incoming money, and the outcome of that money. */
export const bankListPage = definePage({
  path: '/dashboard/bank-lists/:list',
  role: 'money',
  input: Input,
  load: (app, { scope }, { list }) => findBankList(app, scope, list),
  view(view: ShownList) {
    const { language, loaded, to } = view
    const say = bankListTexts[language]
    const { connection, firstDay, lastDay } = loaded.list
    const title = `${connection.label}: ${firstDay} – ${lastDay}`
    return {
      title,
      body: html`${backLink(to('/dashboard/bank-lists'), say.title)}
        <h1>${connection.label}: ${renderListPeriod(loaded.list)}</h1>
        ${card(null, loaded.lines.length === 0 ? html`<p>${say.nothing}</p>` : linesTable(view))}`,
    }
  },
})

function linesTable({ language, loaded, to }: ShownList): Html {
  const say = bankListTexts[language]
  const paymentOf = ({ transfer, likelyTransfer }: Line) => {
    const other = likelyTransfer && html`<a href="${to(`/dashboard/review/${likelyTransfer.id}`)}">${say.toOther}</a>`
    const invoiceId = transfer?.payment?.invoiceId
    if (!invoiceId)
      return [
        transfer && html`<a href="${to(`/dashboard/review/${transfer.id}`)}">${say.toMoney(transfer.id)}</a>`,
        other,
      ]
    return [html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`, other]
  }
  return table<Line>(
    [
      { title: say.when, place: 'when', cell: renderLineTime },
      { title: say.text, leads: true, place: 'lead', cell: ({ text }) => text },
      { title: say.amount, isMoney: true, place: 'side', cell: ({ amount }) => amount > 0 && formatRupiah(amount) },
      {
        title: say.outcome,
        place: 'state',
        cell: ({ state, transfer }) =>
          [say.states[state], state !== 'seen' && transfer && say.outcomes[transfer.state]].filter(Boolean).join(' · '),
      },
      { title: say.payment, place: 'note', cell: line => paymentOf(line).filter(part => part !== null) },
    ],
    loaded.lines as Line[],
    { name: say.title },
  )
}
