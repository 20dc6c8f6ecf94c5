import { z } from 'zod'
import { readDisplayNames } from '../../accounts/read-display-names.ts'
import { Connection } from '../../connections/connection.ts'
import { findConnectorName } from '../../connectors/connector-name.ts'
import { modes } from '../../database/scope.ts'
import { type Backlog, readBacklog } from '../../doctor/read-backlog.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Needs } from '../../needs.ts'
import { type AccountVolume, readVolumeByAccount } from '../../payments/statistics/read-volume-by-account.ts'
import { card } from '../parts/card.ts'
import { figureList } from '../parts/facts.ts'
import { failureView } from '../parts/failure-view.ts'
import { emptyState, tabs } from '../parts/forms.ts'
import { formatMoment, timeElement } from '../parts/moment.ts'
import { definePage, type ViewContext } from '../parts/page.ts'
import { type ColumnDefinition, rowLink, rowList, table } from '../parts/table.ts'
import type { Person } from '../parts/visit.ts'
import { operatorHomeTexts } from './home-texts.ts'
import { operatorTexts } from './operator-texts.ts'
import { waitingCard } from './waiting.ts'

const Input = z.object({ mode: z.enum(modes).default('live').catch('live') })

interface Loaded {
  volume: Awaited<ReturnType<typeof readVolumeByAccount>>
  backlog: Backlog
  failing: Connection[]
  names: ReadonlyMap<number, string>
}
type ShownOperator = ViewContext<Person, z.infer<typeof Input>, Loaded>

/** Whether money arrives, what waits and for how long, whose money it is, and which providers fail. */
export const operatorPage = definePage({
  path: '/operator',
  role: 'operator',
  input: Input,
  async load(app, _visit, { mode }): Promise<Loaded> {
    const volume = await readVolumeByAccount(app, mode)
    const failing = await app.slowly(() => findFailing(app))
    const owners = volume.accounts.map(({ accountId: id }) => ({ account: { id } }))
    const names = await readDisplayNames(app, [...failing, ...owners])
    return { volume, backlog: await readBacklog(app), failing, names }
  },
  view(view: ShownOperator) {
    const { language, loaded, input, to } = view
    const say = operatorHomeTexts[language]
    const { whole } = loaded.volume
    const ways = modes.map(mode => {
      return { address: to('/operator', { mode }), text: say.modes[mode], isHere: mode === input.mode }
    })
    return {
      title: operatorTexts[language].title,
      body: html`
        <h1>${operatorTexts[language].health}</h1>
        ${tabs(say.mode, ways)}
        ${figureList([
          [say.today, formatRupiah(whole.today)],
          [say.paid, whole.paidToday],
          [say.week, formatRupiah(whole.week)],
          [say.month, formatRupiah(whole.month)],
        ])}
        ${waitingCard(loaded.backlog, language, to)}
        ${failingCard(view)}
        ${volumeCard(view)}`,
    }
  },
})

const failingShown = 50

function findFailing(app: Needs<'em'>): Promise<Connection[]> {
  const failing = { failingSince: { $ne: null }, isActive: true }
  return app.em('installation').find(Connection, failing, { orderBy: { failingSince: 'asc' }, limit: failingShown })
}

function failingCard({ app, language, loaded: { failing, names }, to }: ShownOperator): Html {
  const say = operatorHomeTexts[language]
  const rows = failing.map(one => {
    const { account, label, connector, mode, failingSince } = one
    const since = failingSince && say.failingSince(formatMoment(app, language, failingSince))
    const failure = one.failure()
    return html`<li>
      <a href="${to(`/operator/accounts/${account.id}`)}">
        <b>${findConnectorName(language, connector)}, ${names.get(account.id)}</b>
        <small>${[label, say.modes[mode], since].filter(Boolean).join(' · ')}</small>
        ${failure && html`<small>${failureView(failure, language)}</small>`}
      </a>
    </li>`
  })
  return html`<section class="card" id="failing">
    <h2>${say.failing}</h2>
    ${rowList(rows, operatorTexts[language].allGood)}
  </section>`
}

function volumeCard({ app, language, loaded: { volume, names }, to }: ShownOperator): Html {
  const say = operatorHomeTexts[language]
  const columns: ColumnDefinition<AccountVolume>[] = [
    {
      title: say.account,
      place: 'lead',
      cell: ({ accountId, paidMonth }) => [
        rowLink(to(`/operator/accounts/${accountId}`), html`<b>${names.get(accountId)}</b>`),
        html`<small>${say.paidMonth(paidMonth)}</small>`,
      ],
    },
    { title: say.month, isMoney: true, place: 'side', cell: ({ month }) => formatRupiah(month) },
    { title: say.week, isMoney: true, place: 'wide', cell: ({ week }) => formatRupiah(week) },
    { title: say.today, isMoney: true, place: 'wide', cell: ({ today }) => formatRupiah(today) },
    { title: say.last, place: 'when', cell: ({ lastAt }) => lastAt && timeElement(app, language, lastAt) },
  ]
  const accounts = html`<p><a href="${to('/operator/accounts')}">${say.allAccounts}</a></p>`
  const none = volume.accounts.length === 0
  return card(say.byVolume, html`${none ? emptyState(say.noVolume) : table(columns, volume.accounts)}${accounts}`)
}
