import { z } from 'zod'
import { removeConnection } from '../../../connecting/remove-connection.ts'
import type { Connection } from '../../../connections/connection.ts'
import { type FoundConnection, findConnection } from '../../../connections/find-connection.ts'
import { cutOffPhone } from '../../../connections/pairing/cut-off-phone.ts'
import { findApk } from '../../../connections/pairing/find-apk.ts'
import { setExactAmounts } from '../../../connections/set-exact-amounts.ts'
import { switchConnection } from '../../../connections/switch-connection.ts'
import type { ExchangeSummary } from '../../../connections/trace/exchange-summary.ts'
import { isSummarized, listExchanges } from '../../../connections/trace/summarize-exchange.ts'
import { tryConnection } from '../../../connections/try-connection.ts'
import { findConnectorName } from '../../../connectors/connector-name.ts'
import type { AccountScope } from '../../../database/scope.ts'
import { type ConnectionReport, findConnectionReport } from '../../../doctor/find-connection-report.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type ConnectionService, findServing, takesOwnCode } from '../../../methods/edition.ts'
import { dismissRow } from '../../../money/dismiss-row.ts'
import { listRowsAside } from '../../../money/list-rows-aside.ts'
import { listUnread, type UnreadNotifications } from '../../../money/unread/list-unread.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { type Fact, factList } from '../../parts/facts.ts'
import { failureView } from '../../parts/failure-view.ts'
import { actButton, banner, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { Mark, RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { methodNames } from '../../parts/method-names.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { reportView } from './connection-report.ts'
import { connectionTexts } from './connection-texts.ts'
import { renderConnectionStatus } from './connections.ts'
import { exchangesCard } from './exchanges-card.ts'
import { hookCard } from './hook-card.ts'
import { phoneCard } from './phone-card.ts'
import { rowsAsideView } from './rows-aside.ts'
import { traceTexts } from './trace-texts.ts'
import { trialAmount, trialView } from './trial-view.ts'
import { unreadCard } from './unread-card.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Reads a card about a connection for its page; null if there is nothing to show. */
    connectionCards(
      app: App,
      scope: Required<AccountScope>,
      connection: Connection,
    ): Promise<((language: Language) => Html) | null>
  }
}

export const ConnectionInput = z.object({
  connection: RowId,
})
const Input = ConnectionInput.extend({ tested: Mark })

/** A connection: its state, and the possible actions. */
export const connectionPage = definePage({
  path: '/dashboard/connections/:connection',
  role: 'read',
  input: Input,
  async load(app, { scope, account }, { connection: id, tested }): Promise<Loaded> {
    const foundConnection = await findConnection(app, scope, id)
    const standing = await findStandingByAccount(app, account.id, scope.mode)
    const serving = standing ? findServing(app.edition, standing, id) : { methods: [], behind: [] }
    // First, because its request to the provider is among the recent exchanges.
    const report = tested ? await findConnectionReport(app, scope, foundConnection) : null
    const aside = await listRowsAside(app, account.id, id)
    const unread = await listUnread(app, account.id, id)
    const added = listAdditions(app, 'connectionCards').map(read => read(app, scope, foundConnection.connection))
    const offered = foundConnection.phone ? ((await findApk())?.version ?? null) : null
    return {
      ...foundConnection,
      serving,
      aside,
      unread,
      offered,
      cards: (await Promise.all(added)).filter(one => one !== null),
      exchanges: await listExchanges(app, account.id, id),
      report,
    }
  },
  view(view: ShownConnection) {
    const { app, language, visit, loaded, to } = view
    const say = connectionTexts[language]
    const { connection, report } = loaded
    const { id, connector, label, isActive } = connection
    const mayChange = mayDo(visit.account.role, 'settings')
    const formatTime = (at: Date) => formatMoment(app, language, at)
    const health = { ...connection, isUnreported: isUnreported(app, loaded) }
    const mayDecide = mayDo(visit.account.role, 'money')
    const remove = html`<form method="post" novalidate>${actButton('remove', say.remove, 'danger')}</form>`
    return {
      title: label,
      body: html`
        ${backLink(to('/dashboard/connections'), say.title)}
        <h1>${label}</h1>
        ${refusedHere(view)}
        ${report && reportView(view, loaded, report)}
        ${report && mayDecide && provable(app, loaded) && html`<p>${proofLink(view, 'main')}</p>`}
        ${card(
          html`${findConnectorName(language, connector)} ${renderConnectionStatus(language, health)}`,
          html`${detailsCard(view)}
            ${isActive && loaded.serving.behind.map(one => standsBehind(view, one))}
            ${!isActive && html`<p>${say.offText}</p>`}
            <div class="inline">
              ${linkButton(to(`/dashboard/connections/${id}`, { tested: '1' }), say.test, report ? 'quiet' : 'main')}
              ${mayDecide && trialAndTrace(view)}
              ${mayChange && changesCard(view)}
            </div>`,
        )}
        ${loaded.phone && phoneCard(loaded.phone, { language, formatTime, mayChange, offered: loaded.offered })}
        ${loaded.cards.map(view => view(language))}
        ${mayChange && exactCard(view)}
        ${liveStatus(view)}
        ${unreadSection(view)}
        ${rowsAsideView(language, loaded.aside, { formatTime, mayDismiss: mayDecide })}
        ${mayChange && card(null, html`<p>${say.removeText}</p>${remove}`)}`,
      script: ['dashboard.js', 'watch.js'],
    }
  },
  act: {
    cutOff: {
      role: 'settings',
      async run(app, visit, _fields, { connection: connectionId }) {
        await cutOffPhone(app, visit.scope, connectionId, makeUserActor(visit))
        return { to: `/dashboard/connections/${connectionId}`, done: 'saved' as const }
      },
    },
    exact: {
      role: 'settings',
      async run(app, visit, _fields, { connection: connectionId }) {
        await findConnection(app, visit.scope, connectionId)
        await setExactAmounts(app, visit.account.id, { connectionId, isExact: true }, makeUserActor(visit))
        return { to: `/dashboard/connections/${connectionId}`, done: 'saved' as const }
      },
    },
    off: { role: 'settings', run: switchTo(false) },
    on: { role: 'settings', run: switchTo(true) },
    try: {
      role: 'money',
      async run(app, visit, _fields, { connection: connectionId }) {
        await findConnection(app, visit.scope, connectionId)
        const request = { connectionId, amount: trialAmount }
        const trial = await tryConnection(app, visit.account.id, request, makeUserActor(visit))
        return { view: trialView(app, visit.language, { connectionId, trial }) }
      },
    },
    dismiss: {
      role: 'money',
      isSecret: true,
      fields: z.object({ row: RowId }),
      async run(app, visit, { row: rowId }, { connection: connectionId }) {
        await findConnection(app, visit.scope, connectionId)
        await dismissRow(app, { accountId: visit.account.id, connectionId, rowId }, makeUserActor(visit))
        return { to: `/dashboard/connections/${connectionId}`, done: 'saved' as const }
      },
    },
    remove: {
      role: 'settings',
      isSecret: true,
      async confirm(app, { scope, language }, _fields, { connection: id }) {
        const { connection } = await findConnection(app, scope, id)
        const say = connectionTexts[language]
        return { title: say.removeAsk(connection.label), text: say.removeText, button: say.remove, isDangerous: true }
      },
      async run(app, visit, _fields, { connection: id }) {
        await findConnection(app, visit.scope, id)
        await removeConnection(app, visit.account.id, id, makeUserActor(visit))
        return { to: '/dashboard/connections', done: 'removed' }
      },
    },
  },
})

type Loaded = FoundConnection & {
  serving: ConnectionService
  aside: Awaited<ReturnType<typeof listRowsAside>>
  unread: UnreadNotifications
  /** The version of the phone app that this installation offers. */
  offered: string | null
  exchanges: ExchangeSummary[]
  cards: ((language: Language) => Html)[]
  report: ConnectionReport | null
}
type ShownConnection = ViewContext<Visit, z.infer<typeof Input>, Loaded>

function changesCard({ app, language, loaded: { connection }, to }: ShownConnection): Html {
  const say = connectionTexts[language]
  const { id, connector, isActive, staticQris } = connection
  const kind = app.connectors[connector]
  const link = (path: string, text: string) => linkButton(to(path), text, 'quiet')
  const one = `/dashboard/connections/${id}`
  return html`
    ${kind.traits.needsForwarder && link(`${one}/forwarder`, say.forwarder)}
    ${takesOwnCode(app.edition, connection) && link(`${one}/qris`, staticQris ? say.replaceCode : say.setCode)}
    ${kind.connect && link(`/dashboard/connections/add/${connector}`, say.reconnect)}
    ${!kind.connect && link(`${one}/credentials`, say.replace)}
    ${inlineForm({}, actButton(isActive ? 'off' : 'on', isActive ? say.switchOff : say.switchOn, 'quiet'))}`
}

/** Renders the status of notifications and the recent exchanges, which an open page keeps current. */
function liveStatus({ app, language, loaded, to }: ShownConnection): Html {
  const { connection, exchanges } = loaded
  const { id, connector } = connection
  const hasExchanges = isSummarized(app.connectors[connector])
  const watch = hasExchanges && html` data-watch="${to(`/dashboard/connections/${id}`)}"`
  const recent = exchangesCard(exchanges, language, at => formatMoment(app, language, at, 'exact'))
  return html`${hookCard(loaded, { app, language, watch })}
    ${hasExchanges && html`<div id="exchanges"${watch}>${recent}</div>`}`
}

/** Renders the switch from unique codes to exact amounts, for a connection created before these existed. */
function exactCard({ app, language, loaded: { connection } }: ShownConnection): Html | false {
  const { connector, isExact } = connection
  if (isExact || !app.connectors[connector].traits.makesCodes) return false
  const say = wizardTexts[language]
  return card(say.uniqueCodes, html`<p>${say.exactText}</p>${inlineForm({}, actButton('exact', say.exactButton))}`)
}

const provable = ({ connectors }: App, { connection }: FoundConnection) =>
  connectors[connection.connector].traits.makesCodes && connection.isActive

function proofLink({ language, loaded: { connection }, to }: ShownConnection, look: 'main' | 'quiet'): Html {
  return linkButton(to(`/dashboard/connections/${connection.id}/proof`), wizardTexts[language].toProof, look)
}

/** Renders a trial with one code, and the exchanges in both directions: both show the provider's own messages. */
function trialAndTrace(view: ShownConnection): Html {
  const { app, language, loaded, to } = view
  const { connection, report } = loaded
  const say = traceTexts[language]
  const { id, connector } = connection
  const { charge } = app.connectors[connector]
  return html`
    ${charge && report === null && proofLink(view, 'quiet')}
    ${charge && inlineForm({}, actButton('try', say.try, 'quiet'))}
    ${linkButton(to(`/dashboard/connections/${id}/trace`), say.open, 'quiet')}`
}

/** Renders why a button had no effect. */
function refusedHere({ language, refusal }: ShownConnection): Html | null {
  const say = connectionTexts[language]
  if (refusal?.code === 'refused_transition') return banner('stop', say.stillWaiting)
  if (refusal?.fields?.some(({ code }) => code === 'another_in_place')) return banner('stop', say.otherInPlace)
  return refusedBanner({ language, refusal })
}

/** Renders a method that this connection could serve, and which one does instead. */
function standsBehind(
  { language, to }: ShownConnection,
  { method, connection }: ConnectionService['behind'][number],
): Html {
  const say = connectionTexts[language]
  const name = findConnectorName(language, connection.connector)
  const other = html`<a href="${to(`/dashboard/connections/${connection.id}`)}">${name}</a>`
  return banner('warn', html`${say.behind(methodNames[language][method])} ${other}. ${say.behindText}`)
}

function switchTo(isActive: boolean) {
  return async (app: App, visit: Visit, _fields: object, { connection: connectionId }: z.infer<typeof Input>) => {
    await findConnection(app, visit.scope, connectionId)
    await switchConnection(app, visit.account.id, { connectionId, isActive }, makeUserActor(visit))
    return { to: `/dashboard/connections/${connectionId}`, done: 'saved' as const }
  }
}

function detailsCard({ app, language, loaded }: ShownConnection): Html {
  const say = connectionTexts[language]
  const { connection, receivingAccount, watermark, reportedAt, lastFailure } = loaded
  const { connector, details, createdAt, failingSince, staticQris, isExact } = connection
  const words = wizardTexts[language]
  const { traits, merchantIdOf } = app.connectors[connector]
  const isPhone = traits.needsForwarder
  // A provider that creates codes answers for each code separately, so no common time of reading exists.
  const read = isPhone ? reportedAt : traits.makesCodes ? null : watermark
  const readText = read === null ? isPhone && say.neverReported : formatMoment(app, language, read)
  const entries: [name: string, value: Fact[1] | false][] = [
    [say.account, (merchantIdOf && details.mid) || receivingAccount],
    [say.serves, loaded.serving.methods.map(method => methodNames[language][method]).join(', ') || '-'],
    [say.holder, details.holder],
    [say.outlet, [details.outletName, details.outletId].filter(Boolean).join(' · ')],
    [words.uniqueCodes, traits.makesCodes && (isExact ? words.exact : words.unique)],
    [say.code, takesOwnCode(app.edition, connection) && (staticQris ? say.hasCode : say.noCode)],
    [isPhone ? say.report : say.readUntil, readText],
    [say.since, formatMoment(app, language, createdAt)],
    [say.status, failingSince && say.failingSince(formatMoment(app, language, failingSince))],
    [say.lastError, lastFailure && failureView(lastFailure, language)],
  ]
  return factList(entries.map(([name, value]) => [name, value || null]))
}

function isUnreported({ connectors }: App, { connection, reportedAt }: FoundConnection): boolean {
  return connectors[connection.connector].traits.needsForwarder === true && reportedAt === null
}

/** Renders the unreadable notifications of its phone. Only members who decide about money may open one. */
function unreadSection({ app, language, visit, loaded, to }: ShownConnection): Html {
  const one = `/dashboard/connections/${loaded.connection.id}/unread`
  return unreadCard(loaded.unread, {
    language,
    formatTime: at => formatMoment(app, language, at),
    days: app.config.keptDays.unread,
    addressOf: mayDo(visit.account.role, 'money') ? id => to(`${one}/${id}`) : null,
  })
}
