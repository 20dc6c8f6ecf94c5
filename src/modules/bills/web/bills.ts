import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { mayDo } from '../../../people/membership.ts'
import { type ChipLook, chip, foldedActions, linkButton } from '../../../web/parts/card.ts'
import { emptyState, tabs } from '../../../web/parts/forms.ts'
import { SearchText } from '../../../web/parts/inputs.ts'
import { listPage, searchForm } from '../../../web/parts/list-page.ts'
import { timeElement } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { type ColumnDefinition, table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { type BillStatus, billStatuses, billUrl } from '../bill-kinds.ts'
import { writeBillMessage } from '../bill-message.ts'
import { listBills } from '../list-bills.ts'
import { type BillTexts, billTexts } from '../texts/bill-texts.ts'

const perPage = 25

const Input = z.object({
  status: z.enum(billStatuses).optional().catch(undefined),
  search: SearchText.catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).default(1).catch(1),
})
type Input = z.infer<typeof Input>

interface Loaded {
  bills: Bill[]
  total: number
}
type ShownBills = ViewContext<Visit, Input, Loaded>

/** The bills of the merchant, newest first. */
export const billsPage = definePage({
  path: '/dashboard/bills',
  role: 'read',
  input: Input,
  load: (app, { scope }, { status, search, page }): Promise<Loaded> =>
    listBills(app, scope, { status, search, page, limit: perPage }),
  view(view: ShownBills) {
    const { language, loaded, input, to, visit } = view
    const say = billTexts[language]
    const { bills, total } = loaded
    const filter = { status: input.status, search: input.search }
    const siteButton = linkButton(to('/dashboard/bill-button'), say.button, 'quiet')
    const address = (page: number) => to('/dashboard/bills', { ...filter, page: String(page) })
    return listPage({
      language,
      title: say.title,
      buttons: mayDo(visit.account.role, 'orders')
        ? foldedActions(language, linkButton(to('/dashboard/new-bill'), say.new), [
            linkButton(to('/dashboard/bill-sheet'), say.sheet, 'quiet'),
            siteButton,
          ])
        : siteButton,
      above: html`<p class="lead">${say.lead}</p>`,
      filter: billFilters(view, say),
      list:
        bills.length === 0
          ? emptyState(input.status || input.search ? say.noMatch : say.none)
          : table(billColumns(view, say), bills),
      pager: { language, page: input.page, hasMore: input.page * perPage < total, address },
      found: say.found(String(total)),
    })
  },
})

function billFilters({ language, input, to }: ShownBills, say: BillTexts): Html {
  const tab = (status: BillStatus | undefined, text: string) => ({
    address: to('/dashboard/bills', { status, search: input.search }),
    text,
    isHere: input.status === status,
  })
  const each = billStatuses.map(status => tab(status, say.statuses[status]))
  const action = to('/dashboard/bills')
  const carried = { status: input.status }
  return html`${tabs(say.status, [tab(undefined, say.all), ...each])}
    ${searchForm({ language, action, label: say.search, value: input.search, carried })}`
}

function billColumns(view: ShownBills, say: BillTexts): ColumnDefinition<Bill>[] {
  const { app, language, to } = view
  return [
    {
      title: say.name,
      leads: true,
      place: 'lead',
      cell: bill => {
        const address = to(`/dashboard/bills/${bill.publicId}`)
        return html`<a href="${address}">${bill.title}</a><small>${bill.customerName}</small>`
      },
    },
    { title: say.status, place: 'state', cell: bill => renderBillStatus(bill, say) },
    { title: say.amount, isMoney: true, place: 'side', cell: formatAmount },
    {
      title: say.collected,
      isMoney: true,
      place: 'note',
      // On a phone, the second amount shows its name beside it.
      cell: ({ collected }) => html`<span class="phone-label">${say.collected}</span> ${formatRupiah(collected)}`,
    },
    { title: say.remind, place: 'last', cell: bill => whatsAppLink(view, bill) },
    { title: say.createdAt, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt) },
  ]
}

/**
 * Returns the link that sends the request for a bill by WhatsApp; empty if the bill cannot be paid, or is open to any
 * payer.
 */
export function whatsAppLink(
  { app, language, visit }: Pick<ShownBills, 'app' | 'language' | 'visit'>,
  bill: Bill,
): Html | null {
  if (!bill.isPayableAt(app.now()) || bill.kind !== 'once') return null
  const url = billUrl(app.config, bill)
  const message = writeBillMessage(bill, { language, merchant: visit.account.name, url, calendar: app.calendar })
  const target = html`target="_blank" rel="noopener noreferrer"`
  return html`<a href="${makeWhatsAppLink(bill.customerPhone, message)}" ${target}>WhatsApp</a>`
}

/** Formats an amount, or its range. */
export function formatAmount({ amount, minAmount, maxAmount }: Bill): string {
  return amount === null ? `${formatRupiah(minAmount!)} – ${formatRupiah(maxAmount!)}` : formatRupiah(amount)
}

const looks: Record<BillStatus, ChipLook> = {
  draft: '',
  open: 'wait',
  partly_paid: 'wait',
  paid: 'good',
  overdue: 'bad',
  closed: '',
  expired: '',
}

export function renderBillStatus({ status }: Pick<Bill, 'status'>, t: BillTexts): Html {
  return chip(looks[status], t.statuses[status])
}
