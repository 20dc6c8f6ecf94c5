import { z } from 'zod'
import { html } from '../../../lib/html.ts'
import { chip, linkButton } from '../../../web/parts/card.ts'
import { banner, emptyState } from '../../../web/parts/forms.ts'
import { PageNumber, SearchText } from '../../../web/parts/inputs.ts'
import { listPage, searchForm } from '../../../web/parts/list-page.ts'
import { timeElement } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { fileVisits } from '../file-visits.ts'
import { type ListedCard, listCards } from '../list-cards.ts'
import { type PeopleTexts, peopleTexts } from '../texts/people-texts.ts'

const perPage = 25

const Input = z.object({ search: SearchText, page: PageNumber })

interface Loaded {
  cards: ListedCard[]
  total: number
  /** Whether every order and payment has been filed. */
  isFiled: boolean
}
type ShownPeople = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** The customers of all channels, most recently seen first. */
export const peoplePage = definePage({
  path: '/dashboard/people',
  role: 'read',
  input: Input,
  async load(app, { scope }, { search, page }): Promise<Loaded> {
    const isFiled = await fileVisits(app, scope)
    return { ...(await listCards(app, scope, { search: search || undefined, page, limit: perPage })), isFiled }
  },
  view(view: ShownPeople) {
    const { language, loaded, input, to } = view
    const say = peopleTexts[language]
    const { search, page } = input
    const none = emptyState(search ? say.noMatch : say.none)
    return listPage({
      language,
      title: say.title,
      buttons: linkButton(to('/dashboard/customers'), say.chat, 'quiet'),
      above: html`<p class="lead">${say.intro}</p>${!loaded.isFiled && banner('warn', say.unfinished)}`,
      filter: searchForm({ language, action: to('/dashboard/people'), label: say.search, value: search }),
      list: loaded.cards.length === 0 ? none : table(peopleColumns(view, say), loaded.cards),
      pager: {
        language,
        page,
        hasMore: page * perPage < loaded.total,
        address: page => to('/dashboard/people', { search, page: String(page) }),
      },
      found: say.found(loaded.total),
    })
  },
})

function peopleColumns({ app, language, to }: ShownPeople, say: PeopleTexts): ColumnDefinition<ListedCard>[] {
  return [
    {
      title: say.name,
      place: 'lead',
      cell: ({ id, name, phone, tags }) => [
        rowLink(to(`/dashboard/people/${id}`), html`<b>${name}</b>`),
        html`<small>${[phone, ...tags].filter(Boolean).join(' · ')}</small>`,
      ],
    },
    {
      title: html`<span class="unseen">${say.proved}</span>`,
      place: 'state',
      cell: ({ isProved, erasedAt }) => (erasedAt ? chip('', say.erased) : isProved && chip('good', say.proved)),
    },
    { title: say.visits, isMoney: true, place: 'side', cell: ({ visits }) => `${visits}×` },
    { title: say.lastSeen, place: 'when', cell: ({ lastSeenAt }) => timeElement(app, language, lastSeenAt) },
  ]
}
