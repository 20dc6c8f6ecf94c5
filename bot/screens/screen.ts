import type { Contact, Document, Location, PhotoSize } from 'grammy/types'
import type { PlatformContext, ShopContext } from '../context.ts'
import type { Form } from '../forms/form.ts'

/**
 * The presses, commands and texts that one screen handles. Tables rather than middleware, so that the bot knows every
 * verb: presses are acknowledged before any work, and an unknown one is answered as such. Handlers run inside the
 * handling of one stored update, one at a time per person, and again after a failure or a crash: everything that they
 * write carries `ctx.once` or a key of the business. A Refusal they throw becomes its sentence.
 */
export interface Screen<Ctx> {
  /**
   * Handlers of commands: `start: (ctx, rest) => ...` for `/start rest`. A command always leaves an open form first.
   */
  commands?: Record<string, (ctx: Ctx, rest: string) => Promise<void>>
  /** Handlers of deep links: `p` for `/start p_<rest>`. The command `start` handles those without a known link. */
  links?: Record<string, (ctx: Ctx, rest: string) => Promise<void>>
  /**
   * Handlers by the verb of `press(verb, ...)`. A press leaves an open form, except the verb `form`, which is the
   * form's own.
   */
  presses?: Record<string, PressHandler<Ctx> | AnsweringPress<Ctx>>
  /**
   * Handlers of a message outside forms that answers a message of the bot (a swipe in Telegram), by the verb of that
   * message's button.
   */
  replies?: Record<string, PressHandler<Ctx>>
  /** Looks at a message outside of forms before all other handlers; returns whether it handled the message. */
  guard?: (ctx: Ctx) => Promise<boolean>
  /** Handles a text outside a form, other than a command. The first screen with such a handler gets it. */
  text?: (ctx: Ctx, text: string) => Promise<void>
  contact?: (ctx: Ctx, contact: Contact) => Promise<void>
  photo?: (ctx: Ctx, photo: PhotoSize[]) => Promise<void>
  document?: (ctx: Ctx, document: Document) => Promise<void>
  location?: (ctx: Ctx, location: Location) => Promise<void>
  /** Handles any other message: a sticker, a voice message, a video. */
  other?: (ctx: Ctx) => Promise<void>
  /**
   * An open talk with another person. `take` returns whether a message belonged to it. A command, or a button outside
   * forms, ends the talk with `leave`.
   */
  talk?: { take(ctx: Ctx): Promise<boolean>; leave(ctx: Ctx): Promise<void> }
  /** Short forms, entered with `ctx.form(name, ...)`. */
  forms?: Record<string, Form>
  /** The forms that a button or a command ends without a message, because they only offer to accept an answer. */
  quietForms?: string[]
}

export type PressHandler<Ctx> = (ctx: Ctx, args: string[]) => Promise<void>

/**
 * A press whose handler answers with `ctx.toast` or `ctx.alert`. It is acknowledged without a text when the handler
 * ends, or after 250 ms; so the handler should read little before the toast.
 */
export interface AnsweringPress<Ctx> {
  answers: true
  run: PressHandler<Ctx>
}

/** Handles an update of a shop's bot before its screens and forms; returns whether it was for this handler. */
export type TakeShopUpdate = (ctx: ShopContext) => Promise<boolean>

export type ShopScreen = Screen<ShopContext>
export type PlatformScreen = Screen<PlatformContext>
