import type { ConversationFlavor } from '@grammyjs/conversations'
import type { Context } from 'grammy'
import type { Mode } from '../src/database/scope.ts'
import type { App } from '../src/needs.ts'
import type { Act } from '../src/people/membership.ts'
import type { Message } from './telegram/message.ts'
import type { Language, Texts } from './texts/texts.ts'

/** The data of a bot in its row. */
export interface BotRow {
  id: number
  /** The account; null for the platform bot. */
  accountId: number | null
  mode: Mode
  username: string
  firstName: string
}

/** The shop that customers reach through a merchant's bot. */
export interface Store {
  accountId: number
  /** The shop's name for customers. */
  name: string
  botId: number
  /** The mode of orders and payments made through this bot. */
  mode: Mode
}

/** A person in the chat of one shop. */
export interface Customer {
  id: number
  telegramUserId: number
  chatId: number
  /** The person's name in Telegram. */
  name: string
  /** The time until which this person's messages go to the seller; null outside such a talk. */
  talkUntil: Date | null
}

/** The data and methods that every handler has besides grammY's own context. */
export interface WarungFlavor {
  app: App
  bot: BotRow
  language: Language
  t: Texts
  /**
   * The idempotency key of all effects. It is identical each time this update is handled, and for two taps of a button.
   */
  once: string
  /** Whether a form was open when this update arrived. A command or a button has closed it since. */
  wasFormOpen: boolean
  /**
   * Answers a press with a short text over the chat. Returns false if the press was answered before, so that nothing is
   * shown.
   */
  toast(text: string): Promise<boolean>
  /**
   * Shows `text` in a box that must be closed. Without a press, or too late, it sends the text as a message and returns
   * false.
   */
  alert(text: string): Promise<boolean>
  /**
   * Shows a screen, and returns the id of its message. A press edits its own message; any other update gets a new one.
   * A message that cannot be edited (deleted, too old, or a text that becomes a picture) is sent again.
   */
  show(message: Message): Promise<number>
  /** Sends a new message at the bottom of the chat. */
  say(message: Message): Promise<number>
  /** Replaces an older message of this chat; a deleted one is sent again. */
  change(messageId: number, message: Message): Promise<void>
  /** Deletes a message of this chat; returns false if it is too old. */
  remove(messageId: number): Promise<boolean>
  /** Leaves the open form, if any, and starts this one. */
  form(name: string, ...args: unknown[]): Promise<void>
}

export type ShopContext = ConversationFlavor<Context & WarungFlavor & { store: Store; customer: Customer }>

/**
 * The context of the platform bot, which serves merchants. `accountIds` are the accounts linked to this chat.
 * `accountsFor` returns those in which this person's role, read again for this update, includes the act. `talkId` is
 * the message of the customer who receives what is written here; null without an open talk.
 */
export type PlatformContext = ConversationFlavor<
  Context & WarungFlavor & { accountIds: number[]; accountsFor(act: Act): number[]; talkId: number | null }
>

/**
 * The context inside a form. Anything else is reached with `conversation.external(ctx => ...)`, which passes the outer
 * context.
 */
export type FormContext = Context &
  Pick<WarungFlavor, 'language' | 't'> & {
    /** Sends text and buttons only, because a form sends no files. */
    say(message: Words): Promise<number>
    /** Replaces an older text of this chat with this one. */
    change(messageId: number, message: Words): Promise<void>
  }

type Words = Omit<Message, 'photo' | 'document'>
