import { findConnection } from '../../../connections/find-connection.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { findTransferOfUnread } from '../../../money/unread/find-transfer-of-unread.ts'
import { type OpenedUnread, openUnread } from '../../../money/unread/open-unread.ts'
import type { App } from '../../../needs.ts'
import { listAdditions } from '../../../slots.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { type Fact, factList } from '../../parts/facts.ts'
import { RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { unreadTexts } from './unread-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Finds the possible actions for an unread notification, besides opening it. */
    unreadLinks(
      app: App,
      accountId: number,
      unreadId: number,
    ): Promise<{ path: string; text: Record<Language, string> } | null>
  }
}

const Input = ConnectionInput.extend({ unread: RowId })

/** One unreadable notification with its text, for owner and finance; opening it is audited. */
export const unreadPage = definePage({
  path: '/dashboard/connections/:connection/unread/:unread',
  role: 'money',
  input: Input,
  async load(app, visit, { connection: connectionId, unread: unreadId }) {
    const { connection } = await findConnection(app, visit.scope, connectionId)
    const target = { accountId: visit.account.id, connectionId, unreadId }
    const opened = await openUnread(app, target, makeUserActor(visit))
    const accountId = visit.account.id
    const transfer = await findTransferOfUnread(app, accountId, opened.row)
    const links = await Promise.all(listAdditions(app, 'unreadLinks').map(find => find(app, accountId, unreadId)))
    return { connection, ...opened, transfer, links: links.filter(link => link !== null) }
  },
  view({ app, language, loaded, to }) {
    const say = unreadTexts[language]
    const { connection, row, transfer, links } = loaded
    const { packageName, amount, reason, receivedAt, occurredAt } = row
    const entries: [name: string, value: Fact[1]][] = [
      [say.app, packageName || say.nameless],
      [say.received, formatMoment(app, language, receivedAt, 'exact')],
      [say.shown, occurredAt && formatMoment(app, language, occurredAt, 'exact')],
      [say.amount, amount === null ? null : formatRupiah(amount)],
      [say.reason, say.reasons[reason]],
      ...contentFacts(loaded, say),
    ]
    const isOpen = transfer?.state === 'review'
    return {
      title: say.title,
      body: html`
        ${backLink(to(`/dashboard/connections/${connection.id}`), connection.label)}
        <h1>${say.title}</h1>
        ${card(null, html`${factList(entries)}<p><small>${say.audited}</small></p>`)}
        ${transfer && linkButton(to(`/dashboard/review/${transfer.id}`), isOpen ? say.decide : say.decided)}
        ${links.map(({ path, text }) => linkButton(to(path), text[language], transfer ? 'quiet' : 'main'))}`,
    }
  },
})

function contentFacts(
  { row, content }: OpenedUnread,
  say: (typeof unreadTexts)['id'],
): [name: string, value: Fact[1]][] {
  if (!content) return [[say.words, row.isWithheld ? say.withheld : say.leftOut]]
  return [
    [say.heading, content.title || say.empty],
    [say.words, content.text || say.empty],
  ]
}
