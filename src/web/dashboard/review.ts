import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { listTransfers, type TransferView } from '../../money/list-transfers.ts'
import type { TransferState } from '../../money/transfer.ts'
import { emptyState, tabs } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import { pager } from '../parts/pager.ts'
import type { Visit } from '../parts/visit.ts'
import { type ReviewTexts, reviewTexts } from './review-texts.ts'

const perPage = 25

const Input = z.object({
  decided: z.literal('1').optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})
type Input = z.infer<typeof Input>

interface Loaded {
  transfers: TransferView[]
  total: number
}
type ShownReview = Shown<Visit, Input, Loaded>

/** Money that pays nothing by itself, and what was decided about such money before. */
export const reviewPage = page({
  path: '/dashboard/review',
  role: 'read',
  input: Input,
  load: (app, { scope }, { decided, page }): Promise<Loaded> =>
    listTransfers(app, scope, { ...(decided ? { isDecided: true } : { state: 'review' }), page, limit: perPage }),
  view(shown: ShownReview) {
    const { language, loaded, input, to } = shown
    const { decided, page } = input
    const say = reviewTexts[language]
    const address = (n: number) => to('/dashboard/review', { decided, page: String(n) })
    const links = [
      { address: to('/dashboard/review'), text: say.waiting, isHere: !decided },
      { address: to('/dashboard/review', { decided: '1' }), text: say.decided, isHere: decided !== undefined },
    ]
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><p class="lead">${say.intro}</p>${tabs(say.state, links)}
<section class="card">${loaded.transfers.length === 0 ? emptyState(decided ? say.noneDecided : say.none) : table(shown, say)}
${pager({ language, page, hasMore: page * perPage < loaded.total, address })}</section>`,
    }
  },
})

function table({ app, loaded, to }: ShownReview, say: ReviewTexts): Html {
  const rows = loaded.transfers.map(one => {
    const invoice = one.invoiceId ?? one.likelyInvoiceId
    const payer = [one.payerName, one.payerApp].filter(Boolean).join(', ')
    return html`<tr><td class="money lead-cell"><a href="${to(`/dashboard/review/${one.id}`)}">${formatRupiah(one.amount)}</a>${payer !== '' && html`<small>${payer}</small>`}</td>
<td>${one.state === 'review' ? say.reasons[one.reason!] : transferStatus(one, say)}</td>
<td>${invoice !== null && html`<small>${one.invoiceId === null ? say.likely : say.belongs}</small> <a href="${to(`/dashboard/payments/${invoice}`)}"><code>${invoice}</code></a>`}</td>
<td><time>${app.calendar.format(one.occurredAt ?? one.receivedAt)}</time></td></tr>`
  })
  return html`<div class="wide"><table class="list"><thead><tr><th>${say.money}</th><th>${say.why}</th><th>${say.invoice}</th><th>${say.arrived}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

const looks: Record<TransferState, string> = {
  review: 'wait',
  settled: 'good',
  refunded: '',
  ignored: '',
  unsettled: 'wait',
}

export function transferStatus({ state }: Pick<TransferView, 'state'>, say: ReviewTexts): Html {
  return html`<span class="status ${looks[state]}">${say.states[state]}</span>`
}
