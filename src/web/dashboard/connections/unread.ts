import { findConnection } from '../../../connections/find-connection.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { findTransferOfUnread } from '../../../money/unread/find-transfer-of-unread.ts'
import { type OpenedUnread, openUnread } from '../../../money/unread/open-unread.ts'
import { card, linkButton, trail } from '../../parts/card.ts'
import { type Fact, facts } from '../../parts/facts.ts'
import { RowId } from '../../parts/inputs.ts'
import { moment } from '../../parts/moment.ts'
import { page } from '../../parts/page.ts'
import { actingOf } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { sentenceTexts } from './sentence-texts.ts'
import { unreadTexts } from './unread-texts.ts'

const Input = ConnectionInput.extend({ unread: RowId })

/** One notification that was not understood, with its words: for owner and finance, and audited. */
export const unreadPage = page({
  path: '/dashboard/connections/:connection/unread/:unread',
  role: 'money',
  input: Input,
  async load(app, visit, { connection: connectionId, unread: unreadId }) {
    const { connection } = await findConnection(app, visit.scope, connectionId)
    const target = { accountId: visit.account.id, connectionId, unreadId }
    const opened = await openUnread(app, target, actingOf(visit))
    return { connection, ...opened, transfer: await findTransferOfUnread(app, visit.account.id, opened.row) }
  },
  view({ app, language, loaded, to }) {
    const say = unreadTexts[language]
    const { connection, row, transfer } = loaded
    const { packageName, amount, reason, receivedAt, occurredAt } = row
    const sentencePath = `/dashboard/connections/${connection.id}/unread/${row.id}/sentence`
    const entries: [name: string, value: Fact[1]][] = [
      [say.app, packageName || say.nameless],
      [say.received, moment(app, language, receivedAt, 'exact')],
      [say.shown, occurredAt && moment(app, language, occurredAt, 'exact')],
      [say.amount, amount === null ? null : formatRupiah(amount)],
      [say.reason, say.reasons[reason]],
      ...words(loaded, say),
    ]
    const isOpen = transfer?.state === 'review'
    const canTeach = loaded.content && app.connectors[connection.connector].lessons
    return {
      title: say.title,
      body: html`
        ${trail(to(`/dashboard/connections/${connection.id}`), connection.label)}
        <h1>${say.title}</h1>
        ${card(null, html`${facts(entries)}<p><small>${say.audited}</small></p>`)}
        ${transfer && linkButton(to(`/dashboard/review/${transfer.id}`), isOpen ? say.decide : say.decided)}
        ${canTeach && linkButton(to(sentencePath), sentenceTexts[language].add, transfer ? 'quiet' : 'main')}`,
    }
  },
})

function words({ row, content }: OpenedUnread, say: (typeof unreadTexts)['id']): [name: string, value: Fact[1]][] {
  if (!content) return [[say.words, row.isWithheld ? say.withheld : say.leftOut]]
  return [
    [say.heading, content.title || say.empty],
    [say.words, content.text || say.empty],
  ]
}
