import { conversations, createConversation } from '@grammyjs/conversations'
import { Composer, Context } from 'grammy'
import type { User } from 'grammy/types'
import { html } from '../src/lib/html.ts'
import { Refusal } from '../src/lib/refusal.ts'
import type { App } from '../src/needs.ts'
import { markUnreachable } from '../src/notices/unreachable.ts'
import type { KnownBot } from './bots/bots.ts'
import { revokeBot } from './bots/revoke-bot.ts'
import { buildContext } from './build-context.ts'
import type { FormContext, PlatformContext, ShopContext } from './context.ts'
import { withErrorsOfItsOwn } from './forms/form-errors.ts'
import { type FormState, formStorage, openForm, versionOfForms } from './forms/form-state.ts'
import type { Handle } from './inbox/inbox.ts'
import { meetCustomer, meetMerchant } from './people/person.ts'
import { dispatch, isEscape, knowsPress } from './screens/dispatch.ts'
import type { Form, PlatformScreen, Screen, ShopScreen } from './screens/screen.ts'
import type { Presses } from './telegram/callback-queries.ts'
import { sendMessage } from './telegram/send.ts'
import { troubleOf } from './telegram/telegram.ts'
import { texts } from './texts/texts.ts'

export interface BotScreens {
  shop: ShopScreen[]
  platform: PlatformScreen[]
}

export interface UpdateHandler {
  handle: Handle
}

/**
 * What all bots of this process share: one tree of screens for shops and one for the platform bot. Whose shop it is comes
 * with the update, never from here, so five thousand bots cost no more than one.
 */
export function createUpdateHandler(app: App, screens: BotScreens, presses: Presses): UpdateHandler {
  const shop = composeScreens<ShopContext>(screens.shop)
  const platform = composeScreens<PlatformContext>(screens.platform)

  async function handle(bot: KnownBot, update: Context['update']) {
    const ctx = new Context(update, bot.api, bot.me)
    const { from } = ctx
    if (update.my_chat_member) {
      await noteMembership(app, bot, ctx)
    } else if (from && !from.is_bot) {
      try {
        return bot.accountId === null
          ? await enterPlatform(bot, ctx, from)
          : await enterShop(bot, bot.accountId, ctx, from)
      } catch (error) {
        await swallow(app, bot, from.id, error)
      }
    }
    return undefined
  }

  async function enterShop(bot: KnownBot, accountId: number, plain: Context, from: User) {
    const { customer, language, form } = await meetCustomer(app, { ...bot, accountId }, from)
    const ctx = buildContext(app, bot, plain, {
      language,
      press: presses.of(bot, plain.update),
      chatId: from.id,
    }) as ShopContext
    ctx.store = { accountId, name: bot.storeName, botId: bot.id, mode: bot.mode }
    ctx.customer = customer
    return shop.run(ctx, openForm(form, shop.version))
  }

  async function enterPlatform(bot: KnownBot, plain: Context, from: User) {
    const { accountIds, language, form } = await meetMerchant(app, bot, from)
    const ctx = buildContext(app, bot, plain, {
      language,
      press: presses.of(bot, plain.update),
      chatId: from.id,
    }) as PlatformContext
    ctx.accountIds = accountIds
    return platform.run(ctx, openForm(form, platform.version))
  }

  return { handle }
}

/** Whether a press of this bot is answered by its handler, or unknown; any other is acknowledged without words at once. */
export function pressAnswersItself(screens: BotScreens): (bot: KnownBot, data: string) => boolean {
  return (bot, data) => {
    const known = bot.accountId === null ? knowsPress(screens.platform, data) : knowsPress(screens.shop, data)
    return known === 'answers' || known === 'unknown'
  }
}

type AnyContext = ShopContext | PlatformContext

interface Tree<Ctx> {
  version: string
  run(ctx: Ctx, form: FormState): Promise<FormState['change']>
}

const formWaitMsMax = 15 * 60_000

function composeScreens<Ctx extends AnyContext>(screens: Screen<Ctx>[]): Tree<Ctx> {
  const forms: Record<string, Form> = Object.assign({}, ...screens.map(screen => screen.forms ?? {}))
  const version = versionOfForms(forms)
  const states = new WeakMap<object, FormState>()
  const stateOf = (ctx: object) => states.get(ctx)!

  const tree = new Composer<Ctx>()
  tree.use(
    conversations<Ctx, FormContext>({
      storage: formStorage<Ctx>(version, stateOf) as never,
      plugins: conversation => [
        async (ctx, next) => {
          ctx.language = await conversation.external(outside => outside.language)
          ctx.t = texts[ctx.language]
          ctx.say = async message => {
            const outside = { app: { sql: noFiles, log: noLog }, api: ctx.api, botId: ctx.me.id, chatId: ctx.chat!.id }
            return (await sendMessage(outside, message)).messageId
          }
          await next()
        },
      ],
    }) as never,
  )
  tree.use(async (ctx, next) => {
    const wasOpen = Object.keys(ctx.conversation.active()).length > 0
    if (isEscape(ctx)) await ctx.conversation.exitAll()
    else if (stateOf(ctx).isOutdated)
      return void (await ctx.say({ text: html`${ctx.t.formClosed}`, keyboard: 'remove' }))
    ctx.wasFormOpen = wasOpen || stateOf(ctx).isOutdated
    await next()
  })
  for (const [name, form] of Object.entries(forms)) {
    tree.use(
      createConversation(withErrorsOfItsOwn(form) as never, {
        id: name,
        maxMillisecondsToWait: formWaitMsMax,
      }) as never,
    )
  }
  tree.use(ctx => dispatch(ctx, screens))
  const run = tree.middleware()

  return {
    version,
    async run(ctx, form) {
      states.set(ctx, form)
      try {
        await run(ctx, async () => {})
      } catch (error) {
        // An expected "no" is an answer: it is told, and the update is done.
        if (!(error instanceof Refusal)) throw error
        await ctx.alert(ctx.t.refusals[error.code])
      }
      return form.change
    },
  }
}

// Inside a form every call is recorded and replayed, so it sends words and buttons, and no files.
const noFiles = {
  query: async () => {
    throw new Error('a form sends no files: show them before or after it')
  },
  write: async () => {
    throw new Error('a form sends no files: show them before or after it')
  },
  transaction: async () => {
    throw new Error('a form writes inside conversation.external')
  },
}
const noLog = { debug() {}, info() {}, warn() {}, error() {} }

// Telegram tells that a person blocked the bot, or came back.
async function noteMembership(app: App, bot: KnownBot, ctx: Context): Promise<void> {
  const { chat, new_chat_member: member, from } = ctx.update.my_chat_member!
  if (member.status === 'kicked') {
    await markUnreachable(app, { botId: bot.id, chatId: chat.id, accountId: bot.accountId }, 'blocked the bot')
  } else if (member.status === 'member') {
    await (bot.accountId === null
      ? meetMerchant(app, bot, from)
      : meetCustomer(app, { ...bot, accountId: bot.accountId }, from))
  }
}

/** Takes what needs no second try; anything else goes on to the inbox. */
async function swallow(app: App, bot: KnownBot, personId: number, error: unknown): Promise<void> {
  switch (troubleOf(error)?.is) {
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
