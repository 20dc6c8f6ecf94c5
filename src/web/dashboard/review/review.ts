import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { listSightings, type SightingView } from '../../../money/list-sightings.ts'
import { listTransfers, type TransferView } from '../../../money/list-transfers.ts'
import type { TransferState } from '../../../money/transfer.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { type ChipLook, card, chip } from '../../parts/card.ts'
import { emptyState, tabs } from '../../parts/forms.ts'
import { Mark, PageNumber } from '../../parts/inputs.ts'
import { timeElement } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { pager } from '../../parts/pager.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { paymentLink } from '../payments/payments.ts'
import { sightingsCard, splitAct } from './review-sightings.ts'
import { type ReviewTexts, reviewTexts } from './review-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Reads other money that waits for a decision; returns its card, or null without any. */
    reviewCards(app: App, scope: Visit['scope']): Promise<ReviewCard | null>
  }
}

type ReviewCard = (view: Pick<ShownReview, 'language' | 'to'>) => Html

const perPage = 25

const Input = z.object({
  decided: Mark,
  page: PageNumber,
})
type Input = z.infer<typeof Input>

interface Loaded {
  transfers: TransferView[]
  total: number
  /** The cards of modules; only on the first page of the list. */
  added: ReviewCard[]
  /** Merged second sightings; only on the first page of the list. */
  seenTwice: { sightings: SightingView[]; total: number }
}
type ShownReview = ViewContext<Visit, Input, Loaded>

/** Money that does not settle a payment automatically, and earlier decisions about such money. */
export const reviewPage = definePage({
  path: '/dashboard/review',
  role: 'read',
  input: Input,
  async load(app, { scope }, { decided, page }): Promise<Loaded> {
    const filter = decided ? { isDecided: true } : ({ state: 'review' } as const)
    const listed = await listTransfers(app, scope, { ...filter, page, limit: perPage })
    if (decided || page > 1) return { ...listed, added: [], seenTwice: { sightings: [], total: 0 } }
    const added = await Promise.all(listAdditions(app, 'reviewCards').map(read => read(app, scope)))
    return { ...listed, added: added.filter(card => card !== null), seenTwice: await listSightings(app, scope) }
  },
  view(view: ShownReview) {
    const { language, loaded, input, to, visit } = view
    const { decided, page } = input
    const say = reviewTexts[language]
    const address = (n: number) => to('/dashboard/review', { decided, page: String(n) })
    const none = emptyState(decided ? say.noneDecided : say.none)
    const isClear = loaded.transfers.length === 0 && loaded.added.length > 0
    const links = [
      { address: to('/dashboard/review'), text: say.waiting, isHere: !decided },
      { address: to('/dashboard/review', { decided: '1' }), text: say.decided, isHere: decided !== undefined },
    ]
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.intro}</p>
        ${tabs(say.state, links)}
        ${loaded.added.map(draw => draw(view))}
        ${
          !isClear &&
          card(
            null,
            html`${loaded.transfers.length === 0 ? none : table(transferColumns(view, say), loaded.transfers)}
            ${pager({ language, page, hasMore: page * perPage < loaded.total, address })}`,
          )
        }
        ${sightingsCard(view, loaded.seenTwice, mayDo(visit.account.role, 'money'))}`,
    }
  },
  act: { split: splitAct },
})

function transferColumns({ app, language, to }: ShownReview, say: ReviewTexts): ColumnDefinition<TransferView>[] {
  return [
    { title: say.money, isMoney: true, leads: true, place: 'lead', cell: one => moneyCell(one, to) },
    {
      title: say.why,
      place: 'note',
      cell: one => (one.state === 'review' ? renderTransferReason(one, say) : renderTransferStatus(one, say)),
    },
    { title: say.invoice, place: 'last', cell: one => invoiceCell(one, to, say) },
    {
      title: say.arrived,
      place: 'when',
      cell: ({ occurredAt, receivedAt }) => timeElement(app, language, occurredAt ?? receivedAt),
    },
  ]
}

/** Renders why a transfer waits. That it may be a repetition is more important than why it settled nothing. */
export function renderTransferReason({ reason, repeatsId }: TransferView, t: ReviewTexts): string | null {
  return repeatsId === null ? reason && t.reasons[reason] : t.repeat
}

function moneyCell({ id, amount, payerName, payerApp }: TransferView, to: ShownReview['to']): Html {
  const payer = [payerName, payerApp].filter(Boolean).join(', ')
  const link = rowLink(to(`/dashboard/review/${id}`), html`<b>${formatRupiah(amount)}</b>`)
  return html`${link}${payer !== '' && html`<small>${payer}</small>`}`
}

function invoiceCell(
  { invoiceId, likelyInvoiceId }: TransferView,
  to: ShownReview['to'],
  say: ReviewTexts,
): Html | null {
  const invoice = invoiceId ?? likelyInvoiceId
  if (invoice === null) return null
  return html`<small>${invoiceId === null ? say.likely : say.belongs}</small> ${paymentLink(invoice, to)}`
}

const looks: Record<TransferState, ChipLook> = {
  review: 'wait',
  settled: 'good',
  refunded: '',
  ignored: '',
  unsettled: 'wait',
}

export function renderTransferStatus({ state }: Pick<TransferView, 'state'>, t: ReviewTexts): Html {
  return chip(looks[state], t.states[state])
}
