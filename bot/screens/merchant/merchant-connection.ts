import { type FoundConnection, findConnection } from '../../../src/connections/find-connection.ts'
import { buildHookAddress } from '../../../src/connections/hook-address.ts'
import type { Connector } from '../../../src/connectors/connector.ts'
import { findConnectorName } from '../../../src/connectors/connector-name.ts'
import { explainFailure } from '../../../src/doctor/failure-texts.ts'
import { type ConnectionReport, findConnectionReport } from '../../../src/doctor/find-connection-report.ts'
import { writeHookSentences } from '../../../src/doctor/hook-sentences.ts'
import { formatAccountName, listProvedFacts } from '../../../src/doctor/list-proved-facts.ts'
import { proofTexts } from '../../../src/doctor/proof-texts.ts'
import { searchForMoney } from '../../../src/doctor/search-for-money.ts'
import { wizardTexts } from '../../../src/doctor/wizard-texts.ts'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { notFound } from '../../../src/lib/refusal.ts'
import { takesOwnCode } from '../../../src/methods/edition.ts'
import { simulatePayment } from '../../../src/money/simulate-payment.ts'
import { planProofNotices } from '../../../src/notices/plan-proof-notices.ts'
import { readProof } from '../../../src/payments/proof/read-proof.ts'
import { computeProofAmount, startProof } from '../../../src/payments/proof/start-proof.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { connectTexts } from '../../texts/connect-texts.ts'
import { makeVoice } from '../../texts/voice.ts'
import { readRowNumber, toButtonUrl } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'
import { proofView } from './proof-view.ts'

/** The screen of a connection in the chat: what its provider's answer proves, and the proof payment. */
export const merchantConnectionScreen: PlatformScreen = {
  presses: {
    conn: (ctx, args) => withConnection(ctx, args, 'settings', showConnection),
    prove: (ctx, args) => withConnection(ctx, args, 'money', proveConnection),
    proof: (ctx, args) => withConnection(ctx, args, 'money', lookForProof),
    playproof: (ctx, args) => withConnection(ctx, args, 'money', playPayment),
  },
}

type Show = (ctx: PlatformContext, accountId: number, connectionId: number, invoiceId: string) => Promise<void>

async function withConnection(
  ctx: PlatformContext,
  [shop, connection, invoiceId = '']: string[],
  act: 'settings' | 'money',
  show: Show,
): Promise<void> {
  const [accountId, connectionId] = [readRowNumber(shop), readRowNumber(connection)]
  if (accountId === null || connectionId === null || !ctx.accountIds.includes(accountId)) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseForbiddenAct(ctx, accountId, act)
  await show(ctx, accountId, connectionId, invoiceId)
}

/** Checks a connection with its provider, and shows what that proves. */
export async function showConnection(ctx: PlatformContext, accountId: number, connectionId: number): Promise<void> {
  await ctx.show(await readConnection(ctx, accountId, connectionId))
}

/** Shows a new connection in a separate message; the pressed picture stays. */
export async function showNewConnection(ctx: PlatformContext, accountId: number, connectionId: number): Promise<void> {
  await ctx.say(await readConnection(ctx, accountId, connectionId))
}

async function readConnection(ctx: PlatformContext, accountId: number, connectionId: number): Promise<Message> {
  const { app, bot } = ctx
  const scope = { accountId, mode: bot.mode }
  const found = await findConnection(app, scope, connectionId)
  const report = await findConnectionReport(app, scope, found)
  return connectionView(ctx, accountId, { found, report })
}

interface Reported {
  found: FoundConnection
  report: ConnectionReport
}

function connectionView(ctx: PlatformContext, accountId: number, { found, report }: Reported): Message {
  const { app, bot, language, t } = ctx
  const words = connectTexts[language]
  const { connector, label, isActive, staticQris } = found.connection
  const { addressProblem } = report
  const wantsPhoto = takesOwnCode(app.edition, found.connection) && !staticQris
  const title = html`🔌 <b>${label}</b> · ${findConnectorName(language, connector)}${testMark(bot.mode === 'test', t)}`
  const parts = [
    title,
    !isActive && html`\n${words.off}`,
    renderVerdict(ctx, { found, report }),
    addressProblem && html`\n\n⚠️ ${wizardTexts[language].problems[addressProblem]}`,
    hookLines(ctx, found),
    wantsPhoto && html`\n\n${words.photo}`,
  ]
  return { text: html`${parts}`, buttons: connectionButtons(ctx, accountId, found) }
}

function connectionButtons(
  { app, language }: PlatformContext,
  accountId: number,
  { connection }: FoundConnection,
): Button[][] {
  const { id, connector, isActive, windowOverrides } = connection
  const words = connectTexts[language]
  const { traits, window, receive }: Connector = app.connectors[connector]
  const { config } = app
  const page = `${config.baseUrl}/dashboard/connections/${id}`
  const amount = formatRupiah(computeProofAmount({ ...window, ...windowOverrides }))
  const proof: Button = { text: words.prove(amount), press: makePress('prove', accountId, id), style: 'primary' }
  const url = toButtonUrl(config, traits.needsForwarder ? `${page}/forwarder` : page)
  return [
    ...(traits.makesCodes && isActive ? [[proof]] : []),
    [{ text: words.look, press: makePress('conn', accountId, id) }],
    ...(traits.makesCodes && receive ? [[{ text: words.copyHook, copy: buildHookAddress(app, connection) }]] : []),
    ...(url === null ? [] : [[{ text: traits.needsForwarder ? words.phone : words.dashboard, url }]]),
    [{ text: words.doors, press: makePress('doors', accountId) }],
  ]
}

function renderVerdict(ctx: PlatformContext, { found, report }: Reported): Html {
  const { app, language } = ctx
  const say = wizardTexts[language]
  const { test } = report
  const { traits, keyPage } = app.connectors[found.connection.connector]
  if (test.works === null) {
    if (!traits.needsForwarder) return html`\n${say.worksUnknown}`
    const { reportedAt } = found
    return html`\n${reportedAt ? say.heard(makeVoice(ctx).moment(reportedAt)) : say.neverHeard}`
  }
  if (!test.works) {
    const { text, detail } = explainFailure(test, language)
    return html`\n❌ ${say.worksNot} ${text}${detail && html`\n<i>${detail}</i>`}`
  }
  if (keyPage === undefined) return html`\n✅ ${say.works(formatAccountName(test.account))}`
  const proved = listProvedFacts(language, { ...report, account: test.account })
  return html`\n<b>${say.proved}</b>${proved.map(([name, value]) => html`\n• ${name}: ${value}`)}`
}

/** Returns lines with the address for the provider's notifications, and whether one was verified. */
function hookLines(ctx: PlatformContext, { connection, reportedAt }: FoundConnection): Html | false {
  const { app, language } = ctx
  const say = wizardTexts[language]
  const kind = app.connectors[connection.connector]
  if (!kind.traits.makesCodes || !kind.receive || kind.keyPage === undefined) return false
  const lamp = reportedAt ? `🟢 ${say.lampOn(makeVoice(ctx).moment(reportedAt))}` : `⚪️ ${say.lampOff}`
  const { place, without } = writeHookSentences(language, kind)
  return html`\n\n${lamp}\n${place} ${without}
<code>${buildHookAddress(app, connection)}</code>`
}

async function proveConnection(ctx: PlatformContext, accountId: number, connectionId: number): Promise<void> {
  const { app, bot } = ctx
  const standing = await findStandingByAccount(app, accountId, bot.mode)
  if (!standing) throw notFound('account')
  const { mode: _mode, ...by } = makeChatActor(ctx, accountId)
  const { invoiceId } = await startProof(app, standing, connectionId, by)
  const scope = { accountId, mode: bot.mode }
  const chat = { botId: bot.id, chatId: ctx.chat!.id }
  // The code arrives with the notice. A code that is still open is shown again.
  if (await planProofNotices(app, scope, { chat, connectionId, invoiceId })) return
  const proof = await readProof(app, scope, { connectionId, invoiceId })
  await ctx.show(proofView(ctx, { accountId, connectionId, proof }))
}

async function lookForProof(
  ctx: PlatformContext,
  accountId: number,
  connectionId: number,
  invoiceId: string,
): Promise<void> {
  const { app, bot } = ctx
  const scope = { accountId, mode: bot.mode }
  const before = await readProof(app, scope, { connectionId, invoiceId })
  if (before.payment.status === 'pending') await searchForMoney(app, invoiceId)
  const proof = await readProof(app, scope, { connectionId, invoiceId })
  await ctx.toast(proofTexts[ctx.language].states[proof.payment.status === 'paid' ? 'done' : 'waiting'])
  await ctx.show(proofView(ctx, { accountId, connectionId, proof }))
}

async function playPayment(
  ctx: PlatformContext,
  accountId: number,
  connectionId: number,
  invoiceId: string,
): Promise<void> {
  const { app, bot } = ctx
  const scope = { accountId, mode: bot.mode }
  const { payment } = await readProof(app, scope, { connectionId, invoiceId })
  if (payment.mode === 'test' && payment.status === 'pending') {
    await simulatePayment(app, scope, { invoiceId, simulation: 'exact' })
  }
}
