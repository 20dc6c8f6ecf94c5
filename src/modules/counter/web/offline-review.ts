import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, chip } from '../../../web/parts/card.ts'
import { actButton, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { acceptOfflineSale, acknowledgeOfflineSale, rejectOfflineSale } from '../offline/decide-offline-sale.ts'
import { type ListedOfflineSale, listOfflineSales } from '../offline/list-offline-sales.ts'
import { OfflineSale } from '../offline/offline-sale.ts'
import { counterSettingsTexts } from '../texts/counter-settings-texts.ts'
import { offlineReviewTexts } from '../texts/offline-review-texts.ts'

const Input = z.object({})
const Decided = z.object({ sale: RowId })
type Loaded = Awaited<ReturnType<typeof listOfflineSales>>
type ShownSales = ViewContext<Visit, object, Loaded>

/** Returns the page act for a decision about one sale. */
function decisionAct(decide: typeof acceptOfflineSale) {
  return {
    role: 'settings' as const,
    fields: Decided,
    async run(app: App, visit: Visit, { sale }: z.infer<typeof Decided>) {
      await decide(app, sale, makeMemberActor(visit))
      return { done: 'saved' as const }
    },
  }
}

/** The owner's page of offline cash sales: those that are held, and those that differ. */
export const offlineReviewPage = definePage({
  path: '/dashboard/counter/offline',
  role: 'read',
  input: Input,
  load: (app, { scope }): Promise<Loaded> => listOfflineSales(app, scope),
  view(view: ShownSales) {
    const { language, refusal, loaded, to } = view
    const say = offlineReviewTexts[language]
    const rows = (sales: ListedOfflineSale[], none: string) =>
      rowList(
        sales.map(sale => saleRow(view, sale)),
        none,
      )
    return {
      title: say.title,
      body: html`${backLink(to('/dashboard/counter'), counterSettingsTexts[language].title)}<h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: {} })}
        ${card(say.open, rows(loaded.open, say.none))}
        ${card(say.past, rows(loaded.past, say.nonePast))}`,
    }
  },
  act: {
    accept: decisionAct(acceptOfflineSale),
    seen: decisionAct(acknowledgeOfflineSale),
    reject: {
      ...decisionAct(rejectOfflineSale),
      async confirm(app, { scope, language }, { sale: saleId }) {
        const sale = await app.em(scope).findOne(OfflineSale, { id: saleId })
        if (!sale) throw notFound('sale')
        const say = offlineReviewTexts[language]
        const title = say.sureReject(formatRupiah(sale.total))
        return { title, text: say.sureRejectText, button: say.reject, isDangerous: true }
      },
    },
  },
})

function saleRow({ app, language, visit, to }: ShownSales, sale: ListedOfflineSale): Html {
  const say = offlineReviewTexts[language]
  const { id, number, device, order, shift, sold, total, shopTotal, state, reasons, seenAt } = sale
  const goods = sold.lines.map(line => `${line.quantity} × ${line.name}`).join(', ')
  const details = [
    device.name,
    shift?.cashier.name,
    goods,
    say.sold(formatMoment(app, language, sale.soldAt)),
    say.received(formatMoment(app, language, sale.receivedAt)),
    shopTotal !== null && shopTotal !== total && say.shopTotal(formatRupiah(shopTotal)),
  ]
  const name = order
    ? html`<a href="${to(`/dashboard/orders/${order.orderNumber}`)}">${say.number(number)}</a>`
    : say.number(number)
  const mayDecide = seenAt === null && mayDo(visit.account.role, 'settings')
  const buttons =
    state === 'held'
      ? html`${inlineForm({ sale: id }, actButton('accept', say.accept))}
          ${inlineForm({ sale: id }, actButton('reject', say.reject, 'quiet'))}`
      : inlineForm({ sale: id }, actButton('seen', say.seen, 'quiet'))
  return html`<li>
    <span>${rowEntry(name, details.filter(Boolean).join(' · '))}
      ${reasons.map(reason => html`<br><small>${say.reasons[reason]}</small>`)}</span>
    <span class="inline"><b>${formatRupiah(total)}</b>
      ${chip(state === 'booked' ? 'good' : state === 'held' ? 'wait' : '', say.states[state])}
      ${mayDecide && buttons}</span>
  </li>`
}
