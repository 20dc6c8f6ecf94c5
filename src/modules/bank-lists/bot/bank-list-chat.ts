import { GrammyError } from 'grammy'
import type { Document } from 'grammy/types'
import type { PlatformContext } from '../../../../bot/context.ts'
import { groupInPairs, readRowNumber, shortenLabel } from '../../../../bot/screens/buttons.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { fetchFile } from '../../../../bot/telegram/fetch-file.ts'
import { type Button, makePress } from '../../../../bot/telegram/message.ts'
import type { Connection } from '../../../connections/connection.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { listBytesMax, type ParsedBankList, type UnreadableReason } from '../bank-list.ts'
import { listWarnings, unreadableTexts } from '../bank-list-words.ts'
import { type JudgedList, judgeList } from '../judge-list.ts'
import { findBankList, findListableConnections } from '../list-bank-lists.ts'
import { readListFile } from '../read-list-file.ts'
import { storeBankList } from '../store-bank-list.ts'
import { bankListChatTexts } from '../texts/bank-list-chat-texts.ts'

/** Accepts a bank's list as a file in the merchant's chat: a preview first, then two presses. */
export const bankListScreen: PlatformScreen = {
  presses: {
    banklist: (ctx, [connection]) => withFile(ctx, connection, showList),
    takelist: (ctx, [connection]) => withFile(ctx, connection, askSure),
    takelistyes: (ctx, [connection]) => withFile(ctx, connection, takeSentList),
    nolist: ctx => ctx.show({ text: html`${bankListChatTexts[ctx.language].cancelled}` }).then(() => {}),
  },
}

/** Handles a file that a merchant sent. Returns false if the chat belongs to no merchant. */
export async function takeMerchantFile(ctx: PlatformContext, document: Document): Promise<boolean> {
  const words = bankListChatTexts[ctx.language]
  if (ctx.accountIds.length === 0) return false
  const replyTo = ctx.message!.message_id
  const answer = (text: string, buttons: Button[][] = []) => ctx.say({ text: html`${text}`, buttons, replyTo })
  const problem = findFileProblem(document)
  const connections = await findConnections(ctx)
  const [only, ...others] = connections
  if (ctx.accountsFor('money').length === 0) await answer(words.notAllowed)
  else if (problem) await answer(words[problem])
  else if (!only) await answer(words.noConnection)
  else if (others.length === 0) await showList(ctx, { connection: only, file: document, replyTo })
  else {
    const choices = connections.map(one => ({ text: shortenLabel(one.label), press: makePress('banklist', one.id) }))
    await answer(words.whichConnection, groupInPairs(choices))
  }
  return true
}

const kinds = /\.(?:csv|xlsx|pdf|txt)$/i
const types = new Set(['text/csv', 'text/plain', 'application/pdf', 'application/csv', 'text/comma-separated-values'])

function findFileProblem({ file_name: name = '', mime_type: type = '', file_size: size = 0 }: Document) {
  if (!kinds.test(name) && !types.has(type)) return 'wrongKind' as const
  return size > listBytesMax ? ('tooLarge' as const) : null
}

async function findConnections({ app, bot, accountsFor }: PlatformContext): Promise<Connection[]> {
  const ofAccounts = accountsFor('money').map(accountId => findListableConnections(app, { accountId, mode: bot.mode }))
  return (await Promise.all(ofAccounts)).flat()
}

interface SentList {
  connection: Connection
  file: Document
  /** The message with the file, if the answer does not edit a message below it. */
  replyTo?: number
}

type Handle = (ctx: PlatformContext, sent: SentList) => Promise<void>

/** Handles a button press below a file, using that file. */
async function withFile(ctx: PlatformContext, argument: string | undefined, handle: Handle): Promise<void> {
  const id = readRowNumber(argument)
  const connection = (await findConnections(ctx)).find(one => one.id === id)
  const file = ctx.callbackQuery?.message?.reply_to_message?.document
  if (!connection) await ctx.alert(ctx.t.unknownButton)
  else if (!file) await ctx.alert(bankListChatTexts[ctx.language].gone)
  else {
    refuseForbiddenAct(ctx, connection.account.id, 'money')
    await handle(ctx, { connection, file })
  }
}

const ownerOf = ({ bot }: PlatformContext, { account }: Connection) => ({ accountId: account.id, mode: bot.mode })

async function showList(ctx: PlatformContext, sent: SentList): Promise<void> {
  const words = bankListChatTexts[ctx.language]
  const judged = await judgeSentList(ctx, sent)
  if (!judged) return
  const mayTake = judged.list.broken.length === 0 && judged.fresh.length > 0
  const buttons: Button[][] = mayTake
    ? [
        [
          { text: words.take, press: makePress('takelist', sent.connection.id), style: 'primary' },
          { text: words.cancel, press: makePress('nolist') },
        ],
      ]
    : []
  await replyToList(ctx, sent, summarizeList(ctx, judged), [...buttons, pageButton(ctx)])
}

async function askSure(ctx: PlatformContext, sent: SentList): Promise<void> {
  const words = bankListChatTexts[ctx.language]
  const judged = await judgeSentList(ctx, sent)
  if (!judged) return
  const yes = { text: words.yes, press: makePress('takelistyes', sent.connection.id), style: 'danger' } as const
  const text = html`${summarizeList(ctx, judged)}\n\n<b>${words.sure}</b>`
  await replyToList(ctx, sent, text, [[yes, { text: words.cancel, press: makePress('nolist') }]])
}

async function takeSentList(ctx: PlatformContext, sent: SentList): Promise<void> {
  const { app, language } = ctx
  const { connection } = sent
  const list = await readOrSay(ctx, sent)
  if (!list) return
  const id = await storeBankList(app, makeChatActor(ctx, connection.account.id), { connectionId: connection.id, list })
  const { lines } = await findBankList(app, ownerOf(ctx, connection), id)
  const found = lines.filter(({ state }) => state !== 'seen')
  const countOf = (state: string) => found.filter(({ transfer }) => transfer?.state === state).length
  const text = bankListChatTexts[language].taken(countOf('settled'), countOf('review'))
  await replyToList(ctx, sent, html`✅ ${text}`, [pageButton(ctx, `/${id}`)])
}

async function judgeSentList(ctx: PlatformContext, sent: SentList): Promise<JudgedList | null> {
  const list = await readOrSay(ctx, sent)
  const { connection } = sent
  return list && judgeList(ctx.app, ownerOf(ctx, connection), { connectionId: connection.id, list })
}

/** Reads the file of a message; if it cannot be read, explains why and returns null. */
async function readOrSay(ctx: PlatformContext, sent: SentList): Promise<ParsedBankList | null> {
  const { app, language } = ctx
  const words = bankListChatTexts[language]
  const bytes = await fetchOrSay(ctx, sent)
  if (!bytes) return null
  const today = app.calendar.formatDay(app.now())
  const answer = await readListFile(sent.connection.account.id, { bytes, password: '', today })
  if ('list' in answer) return answer.list
  const isForPage = onPage.has(answer.unreadable)
  const text = html`${unreadableTexts[language][answer.unreadable]}${isForPage && html`\n${words.onPage}`}`
  await replyToList(ctx, sent, text, isForPage ? [pageButton(ctx)] : [])
  return null
}

const onPage: ReadonlySet<UnreadableReason> = new Set(['no_columns', 'password'])

async function fetchOrSay(ctx: PlatformContext, sent: SentList): Promise<Buffer | null> {
  const words = bankListChatTexts[ctx.language]
  try {
    return await fetchFile(ctx.app, ctx.api, sent.file.file_id)
  } catch (error) {
    const isTooLarge = error instanceof Refusal || (error instanceof GrammyError && /too big/i.test(error.description))
    if (!isTooLarge && !(error instanceof GrammyError)) throw error
    await replyToList(ctx, sent, html`${isTooLarge ? words.tooLarge : words.unfetched}`, [])
    return null
  }
}

function summarizeList({ language }: PlatformContext, judged: JudgedList): Html {
  const words = bankListChatTexts[language]
  const { connection, list, lines, seen, doubtful, missing, unlisted } = judged
  const sum = missing.reduce((total, { amount }) => total + (amount ?? 0), 0)
  const sentences = [
    words.counts(lines.length, seen.size),
    missing.length > 0 ? words.missing(missing.length, formatRupiah(sum)) : words.nothing,
    doubtful.size > 0 && words.doubtful(doubtful.size),
    unlisted.size > 0 && words.unlisted(unlisted.size),
    list.broken.length > 0 && listWarnings[language].broken(list.broken.slice(0, 10).join(', ')),
    !list.hasBalances && listWarnings[language].noBalances,
  ].filter(sentence => sentence !== false)
  const title = words.title(connection.label, list.period.first, list.period.last)
  return html`<b>${title}</b>\n${sentences.map(sentence => html`\n${sentence}`)}`
}

function pageButton({ app, language }: PlatformContext, under = ''): Button[] {
  return [{ text: bankListChatTexts[language].page, url: `${app.config.baseUrl}/dashboard/bank-lists${under}` }]
}

async function replyToList(
  ctx: PlatformContext,
  { replyTo }: SentList,
  text: Html,
  buttons: Button[][],
): Promise<void> {
  if (replyTo === undefined) await ctx.show({ text, buttons })
  else await ctx.say({ text, buttons, replyTo })
}
