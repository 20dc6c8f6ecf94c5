import { conversations, createConversation } from '@grammyjs/conversations'
import { Composer } from 'grammy'
import { html } from '../../src/lib/html.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import type { FormContext, PlatformContext, ShopContext } from '../context.ts'
import type { Form } from '../forms/form.ts'
import { isolateFormErrors } from '../forms/form-errors.ts'
import { computeFormsVersion, createFormStorage, type FormState } from '../forms/form-state.ts'
import { editMessage, sendMessage } from '../telegram/send.ts'
import { editTexts } from '../texts/edit-texts.ts'
import { texts } from '../texts/texts.ts'
import { formatRefusal } from '../texts/voice.ts'
import { dispatchUpdate, isCancel, isEscape } from './dispatch.ts'
import { idleKeyboard } from './rest-keyboard.ts'
import type { Screen } from './screen.ts'

type AnyContext = ShopContext | PlatformContext

export interface ComposedScreens<Ctx> {
  /** The version of the forms: a stored form of another version cannot continue. */
  version: string
  /** Handles an update, and returns the new state of the person's form. */
  run(ctx: Ctx, form: FormState): Promise<FormState['change']>
}

const formWaitMsMax = 15 * 60_000

/** Combines all screens and their forms into one grammY middleware, which all bots of a kind share. */
export function composeScreens<Ctx extends AnyContext>(screens: readonly Screen<Ctx>[]): ComposedScreens<Ctx> {
  const forms: Record<string, Form> = Object.assign({}, ...screens.map(screen => screen.forms ?? {}))
  const version = computeFormsVersion(forms)
  const quiet = new Set(screens.flatMap(screen => screen.quietForms ?? []))
  const states = new WeakMap<object, FormState>()
  const stateOf = (ctx: object) => states.get(ctx)!

  const composer = new Composer<Ctx>()
  composer.use(
    conversations<Ctx, FormContext>({
      storage: createFormStorage<Ctx>(version, stateOf) as never,
      plugins: conversation => [
        async (ctx, next) => {
          ctx.language = await conversation.external(outside => outside.language)
          ctx.t = texts[ctx.language]
          ctx.say = async message => (await sendMessage(chatOfForm(ctx), message)).messageId
          ctx.change = async (messageId, message) => {
            await editMessage(chatOfForm(ctx), { messageId, form: 'text' }, { ...message, isEditOnly: true })
          }
          await next()
        },
      ],
    }) as never,
  )
  composer.use(answerEdited)
  composer.use(async (ctx, next) => {
    const open = Object.keys(ctx.conversation.active())
    const wasOpen = open.length > 0
    if (isEscape(ctx)) {
      await ctx.conversation.exitAll()
      const isTold = open.some(name => !quiet.has(name))
      if (isTold && !isCancel(ctx)) await ctx.say({ text: html`${ctx.t.formLeft}`, keyboard: idleKeyboard(ctx) })
    } else if (stateOf(ctx).isOutdated) {
      await ctx.say({ text: html`${ctx.t.formClosed}`, keyboard: idleKeyboard(ctx) })
      return
    }
    ctx.wasFormOpen = wasOpen || stateOf(ctx).isOutdated
    await next()
  })
  for (const [id, form] of Object.entries(forms)) {
    const options = { id, maxMillisecondsToWait: formWaitMsMax }
    composer.use(createConversation(isolateFormErrors(form) as never, options) as never)
  }
  composer.use(ctx => dispatchUpdate(ctx, screens))
  const run = composer.middleware()

  return {
    version,
    async run(ctx, form) {
      states.set(ctx, form)
      await answerRefusals(ctx, () => run(ctx, async () => {}))
      return form.change
    },
  }
}

async function answerRefusals(ctx: AnyContext, handle: () => Promise<unknown> | unknown): Promise<void> {
  try {
    await handle()
  } catch (error) {
    // An expected refusal is an answer: the person reads it, and the update is done.
    if (!(error instanceof Refusal)) throw error
    await ctx.alert(formatRefusal(ctx, error))
  }
}

// A shared location that moves arrives as an edit too, but does not correct anything.
async function answerEdited(ctx: AnyContext, next: () => Promise<void>): Promise<void> {
  if (!ctx.editedMessage) return next()
  const { text, caption } = ctx.editedMessage
  if (text ?? caption) await ctx.say({ text: html`${editTexts[ctx.language].unread}` })
}

function chatOfForm(ctx: FormContext) {
  return { app: { em: noFiles, log: noLog }, api: ctx.api, botId: ctx.me.id, chatId: ctx.chat!.id }
}

// Every call inside a form is recorded and replayed, so a form sends texts and buttons, but no files.
const noFiles = (): never => {
  throw new Error('a form sends no files: show them before or after it')
}
const noLog = { debug() {}, info() {}, warn() {}, error() {} }
