import { Context } from 'grammy'
import type { User } from 'grammy/types'
import type { App } from '../src/needs.ts'
import { revokeBot } from '../src/notices/revoke-bot.ts'
import { markUnreachable } from '../src/notices/unreachable.ts'
import { mayDo } from '../src/people/membership.ts'
import { listAdditions } from '../src/slots.ts'
import type { KnownBot } from './bots/bots.ts'
import { buildContext } from './build-context.ts'
import type { PlatformContext, ShopContext } from './context.ts'
import { openForm, type StoredForm } from './forms/form-state.ts'
import type { UpdateHandler } from './inbox/chat-runs.ts'
import { identifyCustomer, identifyMerchant } from './people/person.ts'
import { composeScreens } from './screens/compose-screens.ts'
import { classifyPress } from './screens/dispatch.ts'
import type { PlatformScreen, ShopScreen, TakeShopUpdate } from './screens/screen.ts'
import type { CallbackQueries } from './telegram/callback-queries.ts'
import { classifyTelegramError } from './telegram/telegram.ts'
import type { BackgroundWork, BotParts } from './work.ts'

declare module '../src/slots.ts' {
  interface Slots {
    /** Offers to connect a group or a channel to which a person has added the platform bot. */
    takeTeamChats(ctx: PlatformContext, chat: { id: number; title: string }): Promise<void>
  }
}

export interface BotScreens {
  shop: readonly ShopScreen[]
  platform: readonly PlatformScreen[]
  takeShopUpdates?: readonly TakeShopUpdate[]
  /** Other outgoing work, besides the bots' own. */
  work?(parts: BotParts): readonly BackgroundWork[]
}

/**
 * Creates the handler of updates, which all bots of this process share: one middleware for shops, and another for the
 * platform bot. It finds the shop by the bot that received the update, so five thousand bots cost no more than one.
 */
export function createUpdateHandler(app: App, screens: BotScreens, queries: CallbackQueries): UpdateHandler {
  const shop = composeScreens<ShopContext>(screens.shop)
  const platform = composeScreens<PlatformContext>(screens.platform)

  async function enterShop(bot: KnownBot & { accountId: number }, plain: Context, from: User, form: StoredForm | null) {
    // A shop's bot does not write in groups.
    if (plain.update.my_chat_member) return undefined
    const { customer, language } = await identifyCustomer(app, bot, from)
    const query = queries.of(bot, plain.update)
    const ctx = buildContext(app, bot, plain, { language, query, chatId: from.id }) as ShopContext
    ctx.store = { accountId: bot.accountId, name: bot.storeName, botId: bot.id, mode: bot.mode }
    ctx.customer = customer
    for (const take of screens.takeShopUpdates ?? []) if (await take(ctx)) return undefined
    return shop.run(ctx, openForm(form, shop.version))
  }

  async function enterPlatform(bot: KnownBot, plain: Context, from: User, form: StoredForm | null) {
    const { roles, language, talkId } = await identifyMerchant(app, bot, from)
    const query = queries.of(bot, plain.update)
    const ctx = buildContext(app, bot, plain, { language, query, chatId: from.id }) as PlatformContext
    ctx.accountIds = [...roles.keys()]
    ctx.talkId = talkId
    ctx.accountsFor = act => ctx.accountIds.filter(id => mayDo(roles.get(id)!, act))
    const { my_chat_member: member } = plain.update
    if (!member) return platform.run(ctx, openForm(form, platform.version))
    const chat = { id: member.chat.id, title: member.chat.title ?? '-' }
    for (const take of listAdditions(app, 'takeTeamChats')) await take(ctx, chat)
    return undefined
  }

  return async (bot, update, form) => {
    const ctx = new Context(update, bot.api, bot.me)
    const { from } = ctx
    if (await takeInline(app, bot, ctx, queries)) return undefined
    if (update.my_chat_member?.chat.type === 'private') {
      await recordMembership(app, bot, ctx)
    } else if (from && !from.is_bot) {
      try {
        return bot.accountId === null
          ? await enterPlatform(bot, ctx, from, form)
          : await enterShop({ ...bot, accountId: bot.accountId }, ctx, from, form)
      } catch (error) {
        await ignoreFinal(app, bot, from.id, error)
      }
    }
    return undefined
  }
}

/**
 * Handles events of a card in a chat that the bot cannot see, and returns false for any other update. A press on such a
 * card must not create a customer.
 */
async function takeInline(app: App, bot: KnownBot, ctx: Context, queries: CallbackQueries): Promise<boolean> {
  const messageId = ctx.chosenInlineResult?.inline_message_id ?? ctx.callbackQuery?.inline_message_id ?? null
  if (!ctx.chosenInlineResult && messageId === null) return false
  const taken = { ctx, messageId, query: queries.of(bot, ctx.update) }
  for (const take of listAdditions(app, 'takeInlineUpdates')) await take(app, bot, taken)
  return true
}

/**
 * Returns whether the handler of a press answers its callback query. It is also true if no screen knows the press; any
 * other press is answered at once.
 */
export function isAnsweredByHandler(screens: BotScreens): (bot: Pick<KnownBot, 'accountId'>, data: string) => boolean {
  return (bot, data) => {
    const handling = bot.accountId === null ? classifyPress(screens.platform, data) : classifyPress(screens.shop, data)
    return handling !== 'silent'
  }
}

// Telegram reports that a person blocked the bot, or unblocked it.
async function recordMembership(app: App, bot: KnownBot, ctx: Context): Promise<void> {
  const { chat, new_chat_member: member, from } = ctx.update.my_chat_member!
  if (member.status === 'kicked') {
    await markUnreachable(app, { botId: bot.id, chatId: chat.id, accountId: bot.accountId }, 'blocked the bot')
  } else if (member.status === 'member') {
    await (bot.accountId === null
      ? identifyMerchant(app, bot, from)
      : identifyCustomer(app, { ...bot, accountId: bot.accountId }, from))
  }
}

/** Ignores errors that a second try would not change. It throws all others, so that the inbox retries. */
async function ignoreFinal(app: App, bot: KnownBot, personId: number, error: unknown): Promise<void> {
  switch (classifyTelegramError(error)?.is) {
    case 'blocked':
      await markUnreachable(app, { botId: bot.id, chatId: personId, accountId: bot.accountId }, 'blocked the bot')
      break
    case 'answered':
    case 'not_modified':
      break
    case 'revoked':
      await revokeBot(app, bot)
      throw error
    default:
      throw error
  }
}
