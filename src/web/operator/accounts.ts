import { z } from 'zod'
import type { Account } from '../../accounts/account.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { App } from '../../needs.ts'
import { type AccountUsage, readUsage, type UsageOrder, usageOrders } from '../../payments/statistics/account-usage.ts'
import { type ListedAccount, listAccounts } from '../../people/list-accounts.ts'
import { card, chip } from '../parts/card.ts'
import { emptyState, field, tabs } from '../parts/forms.ts'
import { OptionalRowId, PageNumber } from '../parts/inputs.ts'
import type { Language } from '../parts/language.ts'
import { definePage, type ViewContext } from '../parts/page.ts'
import { olderLink } from '../parts/pager.ts'
import { formatShortDay } from '../parts/short-day.ts'
import { formatBytes } from '../parts/storage-text.ts'
import { type ColumnDefinition, rowLink, table } from '../parts/table.ts'
import type { Person } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({
  search: z.string().max(200).optional(),
  before: OptionalRowId,
  sort: z.enum(usageOrders).optional().catch(undefined),
  page: PageNumber,
})
type Input = z.infer<typeof Input>
const shownAtOnce = 50

type ListedUsage = ListedAccount & { usage: AccountUsage }

interface Loaded {
  accounts: ListedUsage[]
  hasMore: boolean
}
type ShownAccounts = ViewContext<Person, Input, Loaded>

/** All accounts with their usage, newest first or by usage, searchable by name. */
export const operatorAccountsPage = definePage({
  path: '/operator/accounts',
  role: 'operator',
  input: Input,
  async load(app, _visit, { search, before, sort, page }): Promise<Loaded> {
    const usage = await readUsage(app)
    if (sort && !search) return sortedAccounts(app, usage, sort, page)
    const accounts = await listAccounts(app, { search, beforeId: before })
    const listed = accounts.map(one => ({ ...one, usage: usage.of(one.account.id) }))
    return { accounts: listed, hasMore: accounts.length === shownAtOnce }
  },
  view(page: ShownAccounts) {
    const { language, loaded, input, to } = page
    const { accounts, hasMore } = loaded
    const say = operatorTexts[language]
    const search = { name: 'search', label: say.search, value: input.search, isOptional: true, maxlength: 200 }
    const further = input.sort
      ? { sort: input.sort, page: String(input.page + 1) }
      : { search: input.search, before: String(accounts.at(-1)?.account.id) }
    const next = hasMore ? to('/operator/accounts', further) : undefined
    const orders = [undefined, ...usageOrders].map(sort => {
      return {
        address: to('/operator/accounts', { sort }),
        text: say.orders[sort ?? 'new'],
        isHere: sort === input.sort,
      }
    })
    return {
      title: say.accounts,
      body: html`
        <h1>${say.accounts}</h1>
        <form class="inline" method="get">
          ${field({ ...search, type: 'search' })}
          <button class="button">${say.find}</button>
        </form>
        ${tabs(say.sortedBy, orders)}
        ${card(
          null,
          html`${accounts.length === 0 ? emptyState(say.noAccounts) : table(accountColumns(page), accounts)}
            ${olderLink(next, say.older)}`,
        )}`,
    }
  },
})

async function sortedAccounts(
  app: App,
  usage: Awaited<ReturnType<typeof readUsage>>,
  sort: UsageOrder,
  page: number,
): Promise<Loaded> {
  const ids = usage.sorted(sort)
  const start = (page - 1) * shownAtOnce
  const accounts = await listAccounts(app, { ids: ids.slice(start, start + shownAtOnce) })
  const listed = accounts.map(one => ({ ...one, usage: usage.of(one.account.id) }))
  return { accounts: listed, hasMore: ids.length > start + shownAtOnce }
}

function accountColumns({ language, to }: ShownAccounts): ColumnDefinition<ListedUsage>[] {
  const say = operatorTexts[language]
  return [
    {
      title: say.account,
      place: 'lead',
      cell: ({ account, email }) => [
        rowLink(to(`/operator/accounts/${account.id}`), html`<b>${account.displayName}</b>`),
        html`<small>${[account.name, email].filter(Boolean).join(' · ')}</small>`,
      ],
    },
    { title: say.volume, isMoney: true, place: 'side', cell: ({ usage }) => formatRupiah(usage.volume) },
    {
      title: say.plan,
      place: 'note',
      cell: ({ usage: { plan, disk } }) => [
        say.plans[plan ?? 'none'],
        html`<small>${say.disk}: ${formatBytes(language, disk)}</small>`,
      ],
    },
    {
      title: say.lastUse,
      place: 'when',
      cell: ({ usage: { lastDay } }) =>
        lastDay === null ? say.neverUsed : formatShortDay(language, lastDay, 'day and year'),
    },
    { title: say.state, place: 'state', cell: ({ account }) => standingChips(language, account) },
  ]
}

/** Renders whether an account is open and verified. */
export function standingChips(language: Language, { isActive, isVerified }: Account): Html {
  const say = operatorTexts[language]
  if (!isActive) return chip('bad', say.suspended)
  return isVerified ? chip('good', say.verified) : chip('wait', say.unverified)
}
