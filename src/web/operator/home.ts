import { Account } from '../../accounts/account.ts'
import { displayNames } from '../../accounts/display-names.ts'
import { Withdrawal } from '../../books/withdrawal.ts'
import { Delivery } from '../../callbacks/delivery.ts'
import { givenUp } from '../../callbacks/given-up.ts'
import { Connection } from '../../connections/connection.ts'
import { connectorName } from '../../connectors/connector-name.ts'
import { html } from '../../lib/html.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { Notice } from '../../notices/notice.ts'
import { figures as largeFigures } from '../parts/facts.ts'
import { failureView } from '../parts/failure-view.ts'
import { moment } from '../parts/moment.ts'
import { page } from '../parts/page.ts'
import { rowList } from '../parts/table.ts'
import { operatorTexts } from './operator-texts.ts'

/** Whether the installation works: what waits, what failed, and which providers refuse their credentials. */
export const operatorPage = page({
  path: '/operator',
  role: 'operator',
  load: app => app.slowly(() => readHealth(app)),
  view({ app, language, loaded, to }) {
    const say = operatorTexts[language]
    const { figures, failing, names } = loaded
    const format = (at: Date) => moment(app, language, at)
    const failureOf = (connection: Connection) => {
      const failure = connection.failure()
      return failure && html`<br>${failureView(failure, language)}`
    }
    const rows = failing.map(one => {
      const { account, label, connector, mode, failingSince } = one
      const details = [connectorName(language, connector), say.modes[mode], failingSince && format(failingSince)]
      return html`<li>
        <a href="${to(`/operator/accounts/${account.id}`)}">
          <b>${names.get(account.id)} · ${label}</b>
          <small>${details.join(' · ')}${failureOf(one)}</small>
        </a>
      </li>`
    })
    return {
      title: say.title,
      body: html`
        <h1>${say.health}</h1>
        ${largeFigures(
          figures.map(([name, count]) => [say.figures[name], html`<a href="${to(pages[name])}">${count}</a>`]),
        )}
        <section class="card" id="failing">
          <h2>${say.connections}</h2>
          ${rowList(rows, say.allGood)}
        </section>`,
    }
  },
})

const failingShown = 50

/** The page that shows what a figure counts. */
const pages = {
  accounts: '/operator/accounts',
  withdrawals: '/operator/withdrawals',
  failing: '/operator#failing',
  waiting: '/operator/work',
  dead: '/operator/dead',
  unsent: '/operator/work',
  lost: '/operator/dead',
  unsettled: '/operator/work',
}

async function readHealth(app: Needs<'em'>) {
  const em = app.em('installation')
  const failing = await em.find(
    Connection,
    { failingSince: { $ne: null }, isActive: true },
    { orderBy: { failingSince: 'asc' }, limit: failingShown },
  )
  const figures = [
    ['accounts', await em.count(Account, {})],
    ['withdrawals', await em.count(Withdrawal, { status: { $in: ['requested', 'approved'] } })],
    ['failing', await em.count(Connection, { failingSince: { $ne: null }, isActive: true })],
    ['waiting', await em.count(Delivery, { state: 'pending' })],
    ['dead', await em.count(Delivery, givenUp(em, ['exhausted', 'blocked']))],
    ['unsent', await em.count(Notice, { state: 'pending' })],
    ['lost', await em.count(Notice, { state: 'failed' })],
    ['unsettled', await em.count(Transfer, { state: 'unsettled' })],
  ] as const
  return { figures, failing, names: await displayNames(app, failing) }
}
