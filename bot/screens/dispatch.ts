import { html } from '../../src/lib/html.ts'
import type { PlatformContext, ShopContext } from '../context.ts'
import { readPress } from '../telegram/message.ts'
import { findLabelCommand } from '../texts/home-texts.ts'
import { idleKeyboard } from './rest-keyboard.ts'
import type { AnsweringPress, PressHandler, Screen } from './screen.ts'

type AnyContext = ShopContext | PlatformContext

/** The verb of a form's own buttons, which keep it open. */
const formVerb = 'form'

/** Returns whether an update leaves an open form: every command and every button does, except the form's own. */
export function isEscape(ctx: AnyContext): boolean {
  if (ctx.callbackQuery) return readPress(ctx.callbackQuery.data ?? '')?.verb !== formVerb
  return readCommand(ctx) !== null
}

/** Returns whether an update only leaves the form. */
export function isCancel(ctx: AnyContext): boolean {
  return cancelNames.has(readCommand(ctx)?.name ?? '')
}

const cancelNames = new Set(['batal', 'cancel'])

/**
 * Returns whether the handler of a press answers its callback query with a text, answers without a text, or does not
 * exist.
 */
export function classifyPress<Ctx>(screens: readonly Screen<Ctx>[], data: string): 'answers' | 'silent' | 'unknown' {
  const read = readPress(data)
  if (read?.verb === formVerb) return 'silent'
  const press = read ? findIn(screens, screen => screen.presses, read.verb) : undefined
  if (!press) return 'unknown'
  return typeof press === 'function' ? 'silent' : 'answers'
}

/** Passes an update to the screen that handles it, or replies that it is not understood. */
export async function dispatchUpdate<Ctx extends AnyContext>(ctx: Ctx, screens: readonly Screen<Ctx>[]): Promise<void> {
  const command = readCommand(ctx)
  if (ctx.callbackQuery || command) for (const { talk } of screens) await talk?.leave(ctx)
  if (ctx.callbackQuery) await dispatchPress(ctx, screens)
  else if (command) await dispatchCommand(ctx, screens, command)
  else await dispatchMessage(ctx, screens)
}

async function dispatchPress<Ctx extends AnyContext>(ctx: Ctx, screens: readonly Screen<Ctx>[]): Promise<void> {
  const read = readPress(ctx.callbackQuery!.data ?? '')
  const press: PressHandler<Ctx> | AnsweringPress<Ctx> | undefined = read
    ? findIn(screens, screen => screen.presses, read.verb)
    : undefined
  if (!read || !press) await sayUnknown(ctx)
  else await (typeof press === 'function' ? press : press.run)(ctx, read.args)
}

async function sayUnknown(ctx: AnyContext): Promise<void> {
  const isShown = await ctx.toast(ctx.t.unknownButton)
  if (!isShown) await ctx.say({ text: html`${ctx.t.unknownButton}` })
}

interface Command {
  name: string
  rest: string
}

// Reads `/name@bot rest`, or a label of the merchant's keyboard. A command for another bot is ignored.
function readCommand(ctx: AnyContext): Command | null {
  const spoken = ctx.bot.accountId === null ? findLabelCommand(ctx.app, ctx.message?.text) : undefined
  if (spoken !== undefined) return { name: spoken, rest: '' }
  const [, name, addressee, rest] =
    /^\/([a-z0-9_]{1,32})(?:@(\w+))?(?:\s+([\s\S]*))?$/i.exec(ctx.message?.text ?? '') ?? []
  if (name === undefined || (addressee && addressee.toLowerCase() !== ctx.me.username.toLowerCase())) return null
  return { name: name.toLowerCase(), rest: rest?.trim() ?? '' }
}

async function dispatchCommand<Ctx extends AnyContext>(
  ctx: Ctx,
  screens: readonly Screen<Ctx>[],
  command: Command,
): Promise<void> {
  const [, prefix, argument] = (command.name === 'start' && /^([a-z]+)_(.+)$/.exec(command.rest)) || []
  const link = prefix === undefined ? undefined : findIn(screens, screen => screen.links, prefix)
  const handler = findIn(screens, screen => screen.commands, command.name)
  if (link) await link(ctx, argument!)
  else if (handler) await handler(ctx, command.rest)
  else if (cancelNames.has(command.name)) await sayCancelled(ctx)
  else await ctx.say({ text: html`${ctx.t.unknownCommand}` })
}

async function sayCancelled(ctx: AnyContext): Promise<void> {
  await ctx.say({
    text: html`${ctx.wasFormOpen ? ctx.t.cancelled : ctx.t.nothingToCancel}`,
    keyboard: idleKeyboard(ctx),
  })
}

async function dispatchMessage<Ctx extends AnyContext>(ctx: Ctx, screens: readonly Screen<Ctx>[]): Promise<void> {
  const { message } = ctx
  if (!message) return
  for (const { guard } of screens) if (await guard?.(ctx)) return
  if (await dispatchReply(ctx, screens)) return
  for (const { talk } of screens) if (await talk?.take(ctx)) return
  if (message.text !== undefined) await findFirst(screens, 'text')?.(ctx, message.text)
  else if (message.contact) await findFirst(screens, 'contact')?.(ctx, message.contact)
  else if (message.photo) await findFirst(screens, 'photo')?.(ctx, message.photo)
  else if (message.document) await findFirst(screens, 'document')?.(ctx, message.document)
  else if (message.location) await findFirst(screens, 'location')?.(ctx, message.location)
  else await findFirst(screens, 'other')?.(ctx)
}

async function dispatchReply<Ctx extends AnyContext>(ctx: Ctx, screens: readonly Screen<Ctx>[]): Promise<boolean> {
  const buttons = ctx.message?.reply_to_message?.reply_markup?.inline_keyboard.flat() ?? []
  for (const button of buttons) {
    const read = 'callback_data' in button ? readPress(button.callback_data) : null
    const reply = read ? findIn(screens, screen => screen.replies, read.verb) : undefined
    if (!read || !reply) continue
    await reply(ctx, read.args)
    return true
  }
  return false
}

function findFirst<Ctx, Kind extends 'text' | 'contact' | 'photo' | 'document' | 'location' | 'other'>(
  screens: readonly Screen<Ctx>[],
  kind: Kind,
): Screen<Ctx>[Kind] | undefined {
  return screens.find(screen => screen[kind])?.[kind]
}

function findIn<Ctx, Each>(
  screens: readonly Screen<Ctx>[],
  table: (screen: Screen<Ctx>) => Record<string, Each> | undefined,
  name: string,
): Each | undefined {
  for (const screen of screens) {
    const entries = table(screen)
    if (entries && Object.hasOwn(entries, name)) return entries[name]
  }
  return undefined
}
