import type { PlatformContext } from '../../../../bot/context.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { type Button, makePress } from '../../../../bot/telegram/message.ts'
import { classifyTelegramError, describeTelegramError } from '../../../../bot/telegram/telegram.ts'
import { findAccounts } from '../../../accounts/find-accounts.ts'
import { html } from '../../../lib/html.ts'
import { connectChat } from '../connect-chat.ts'
import { teamTexts } from '../texts/team-texts.ts'

/**
 * Connects a group or channel of the merchant's team, which then receives events; the person who adds the bot is asked
 * in private.
 */
export const merchantTeamScreen: PlatformScreen = {
  presses: { team: connectTeam, noteam: declineTeam },
}

const shopsMax = 10

/** Asks the person who added the bot to a chat whether that chat should receive events, and of which shop. */
export async function offerTeam(ctx: PlatformContext, chat: { id: number; title: string }): Promise<void> {
  const words = teamTexts[ctx.language]
  const shops = await findAccounts(ctx.app, ctx.accountsFor('settings'))
  if (shops.length === 0) {
    await ctx.say({ text: html`${words.noShop(chat.title)}` })
    return
  }
  const yes = shops.slice(0, shopsMax).map(({ id, displayName }): Button[] => {
    const text = shops.length === 1 ? words.yes : words.yesFor(displayName)
    return [{ text, press: makePress('team', id, chat.id), style: 'success' }]
  })
  await ctx.say({
    text: html`${words.asked(chat.title)}\n\n${words.askedHint}`,
    buttons: [...yes, [{ text: words.no, press: makePress('noteam', chat.id) }]],
  })
}

// Any client can send any numbers: the person must be allowed to change the account's settings, and must administer the
// chat.
async function connectTeam(ctx: PlatformContext, [account, chat]: string[]): Promise<void> {
  const { app, language } = ctx
  const words = teamTexts[language]
  const accountId = Number(account)
  const chatId = Number(chat)
  refuseForbiddenAct(ctx, accountId, 'settings')
  const team = await readTeam(ctx, chatId)
  if (!team?.isMember) {
    await ctx.alert(words.unreachable)
    return
  }
  if (!team.isTheirs) {
    await ctx.alert(words.notAdministrator)
    return
  }
  const { title } = team
  const acting = makeChatActor(ctx, accountId)
  await connectChat(app, acting, { chatId, title, language }, acting)
  const [shop] = await findAccounts(app, [accountId])
  await ctx.show({
    text: html`${words.connected(title, shop!.displayName)}\n\n${words.connectedHint}`,
    buttons: [[{ text: words.settings, url: `${app.config.baseUrl}/dashboard/endpoints` }]],
  })
}

async function declineTeam(ctx: PlatformContext, [chat]: string[]): Promise<void> {
  const team = await readTeam(ctx, Number(chat))
  await ctx.show({ text: html`${teamTexts[ctx.language].declined(team?.title ?? '-')}` })
}

interface Team {
  title: string
  isMember: boolean
  isTheirs: boolean
}

/** Reads a group or a channel from Telegram; null if the bot has no access. */
async function readTeam(ctx: PlatformContext, chatId: number): Promise<Team | null> {
  if (!Number.isSafeInteger(chatId) || chatId >= 0) return null
  try {
    const chat = await ctx.api.getChat(chatId)
    const [own, theirs] = await Promise.all(
      [ctx.me.id, ctx.from!.id].map(userId => ctx.api.getChatMember(chatId, userId)),
    )
    return {
      title: chat.title ?? '-',
      isMember: own!.status === 'member' || own!.status === 'administrator',
      isTheirs: theirs!.status === 'creator' || theirs!.status === 'administrator',
    }
  } catch (error) {
    const is = classifyTelegramError(error)?.is
    if (is !== 'blocked' && is !== 'refused') throw error
    ctx.app.log.info({ chat: chatId, error: describeTelegramError(error) }, 'a team chat could not be looked at')
    return null
  }
}
