import { z } from 'zod'
import type { AccountScope } from '../../database/scope.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { App } from '../../needs.ts'
import { Bot } from '../../notices/bot.ts'
import { type ListedCustomer, listCustomers } from '../../orders/customers/list-customers.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { emptyState, field } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import { pager } from '../parts/pager.ts'
import type { Visit } from '../parts/visit.ts'
import { type CustomerTexts, customerTexts } from './customer-texts.ts'

const perPage = 25

export const CustomerQuery = z.object({
  search: z.string().trim().max(200).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})
type ShownCustomers = Shown<Visit, z.infer<typeof CustomerQuery>, { customers: ListedCustomer[]; total: number }>

/** The customers of the shop's chat, newest first, with their orders. */
export const customersPage = page({
  path: '/dashboard/customers',
  role: 'read',
  input: CustomerQuery,
  load: async (app, { scope }, { search, page }) =>
    listCustomers(app, scope, {
      search: search || undefined,
      botIds: await botIdsOf(app, scope),
      page,
      limit: perPage,
    }),
  view(shown: ShownCustomers) {
    const { language, loaded, input, to } = shown
    const say = customerTexts[language]
    const { search, page } = input
    const bots = html`<a class="button quiet" href="${to('/dashboard/bots')}">${commonTexts[language].toBots}</a>`
    const address = (n: number) => to('/dashboard/customers', { search, page: String(n) })
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><p class="lead">${say.intro}</p>
<section class="card"><form class="inline" method="get" action="${to('/dashboard/customers')}" role="search">${field({ name: 'search', label: say.search, type: 'search', value: search, maxlength: 200, isOptional: true })}<button class="button quiet">${commonTexts[language].search}</button></form>
${loaded.customers.length === 0 ? emptyState(search ? say.noMatch : say.none, search ? undefined : bots) : table(shown, say)}
${pager({ language, page, hasMore: page * perPage < loaded.total, address })}
<p class="beside"><small>${say.found(loaded.total)}</small><a href="${to('/dashboard/customers.csv', { search })}">${commonTexts[language].csv}</a></p></section>`,
    }
  },
})

/** The shop's bots in one mode: customers are theirs. */
export async function botIdsOf(app: Pick<App, 'em'>, scope: Required<AccountScope>): Promise<number[]> {
  return (await app.em(scope).find(Bot, {}, { fields: ['id'] })).map(({ id }) => id)
}

function table({ app, loaded, to }: ShownCustomers, say: CustomerTexts): Html {
  const rows = loaded.customers.map(
    one =>
      html`<tr><td><a href="${to(`/dashboard/customers/${one.id}`)}"><b>${one.name}</b></a>${one.phone && html`<small>${one.phone}</small>`}</td><td>${one.blockedAt && html`<span class="status bad">${say.blocked}</span>`}</td><td class="money">${one.orderCount}</td><td class="money">${formatRupiah(one.spent)}</td><td><time>${app.calendar.format(one.createdAt)}</time></td></tr>`,
  )
  return html`<div class="wide"><table class="list"><thead><tr><th>${say.name}</th><th><span class="unseen">${say.blocked}</span></th><th class="money">${say.orders}</th><th class="money">${say.spent}</th><th>${say.since}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}
