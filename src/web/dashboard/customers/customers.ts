import { z } from 'zod'
import type { AccountScope } from '../../../database/scope.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { Bot } from '../../../notices/bot.ts'
import { type ListedCustomer, listCustomers } from '../../../orders/customers/list-customers.ts'
import { chip, linkButton } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { emptyState } from '../../parts/forms.ts'
import { PageNumber, SearchText } from '../../parts/inputs.ts'
import { listPage, searchForm } from '../../parts/list-page.ts'
import { timeElement } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { type CustomerTexts, customerTexts } from './customer-texts.ts'

const perPage = 25

export const CustomerQuery = z.object({
  search: SearchText,
  page: PageNumber,
})
type ShownCustomers = ViewContext<Visit, z.infer<typeof CustomerQuery>, { customers: ListedCustomer[]; total: number }>

/** The customers of the shop's chat, newest first, with their orders. */
export const customersPage = definePage({
  path: '/dashboard/customers',
  role: 'read',
  input: CustomerQuery,
  load: async (app, { scope }, { search, page }) =>
    listCustomers(app, scope, {
      search: search || undefined,
      botIds: await listBotIds(app, scope),
      page,
      limit: perPage,
    }),
  view(view: ShownCustomers) {
    const { language, loaded, input, to } = view
    const say = customerTexts[language]
    const { search, page } = input
    const bots = linkButton(to('/dashboard/bots'), commonTexts[language].toBots, 'quiet')
    const none = search ? emptyState(say.noMatch) : emptyState(say.none, bots)
    return listPage({
      language,
      title: say.title,
      above: html`<p class="lead">${say.intro}</p>`,
      filter: searchForm({ language, action: to('/dashboard/customers'), label: say.search, value: search }),
      list: loaded.customers.length === 0 ? none : table(customerColumns(view, say), loaded.customers),
      pager: {
        language,
        page,
        hasMore: page * perPage < loaded.total,
        address: page => to('/dashboard/customers', { search, page: String(page) }),
      },
      found: say.found(loaded.total),
      csv: to('/dashboard/customers.csv', { search }),
    })
  },
})

/** Returns the shop's bots in one mode, to which customers belong. */
export async function listBotIds(app: Pick<App, 'em'>, scope: Required<AccountScope>): Promise<number[]> {
  return (await app.em(scope).find(Bot, {}, { fields: ['id'] })).map(({ id }) => id)
}

function customerColumns(
  { app, language, to }: ShownCustomers,
  say: CustomerTexts,
): ColumnDefinition<ListedCustomer>[] {
  return [
    {
      title: say.name,
      place: 'lead',
      cell: ({ id, name, phone }) => [
        rowLink(to(`/dashboard/customers/${id}`), html`<b>${name}</b>`),
        phone && html`<small>${phone}</small>`,
      ],
    },
    {
      title: html`<span class="unseen">${say.blocked}</span>`,
      place: 'state',
      cell: ({ blockedAt }) => blockedAt && chip('bad', say.blocked),
    },
    { title: say.orders, isMoney: true, place: 'wide', cell: ({ orderCount }) => orderCount },
    { title: say.spent, isMoney: true, place: 'side', cell: ({ spent }) => formatRupiah(spent) },
    { title: say.since, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt) },
  ]
}
