import type { ConversationFlavor } from '@grammyjs/conversations'
import type { Context } from 'grammy'
import type { Mode } from '../src/database/scope.ts'
import type { App } from '../src/needs.ts'
import type { Act } from '../src/people/membership.ts'
import type { Message } from './telegram/message.ts'
import type { Language, Texts } from './texts/texts.ts'

/** One bot, as its row says. */
export interface BotRow {
  id: number
  /** Null for the platform bot. */
  accountId: number | null
  mode: Mode
  username: string
  firstName: string
}

/** The shop that a merchant's bot is the door of. */
export interface Store {
  accountId: number
  /** The shop's name for customers. */
  name: string
  botId: number
  /** Orders and payments made through this bot are of this mode. */
  mode: Mode
}

/** A person in one shop's chat. */
export interface Customer {
  id: number
  telegramUserId: number
  chatId: number
  /** The person's name at Telegram. */
  name: string
  /** Until when what they write goes to the seller; null if they are not talking. */
  talkUntil: Date | null
}

/** The additions of every handler to grammY's own context. */
export interface WarungFlavor {
  app: App
  bot: BotRow
  language: Language
  t: Texts
  /**
   * Identical each time this update is handled, and for two taps of one button. It is the idempotency key of all
   * effects.
   */
  once: string
  /** A form was open when this update came; a command or a button has left it by now. */
  wasFormOpen: boolean
  /**
   * A short text over the chat, as the answer to a press. Returns false when the press was answered before and
   * nothing is shown.
   */
  toast(text: string): Promise<boolean>
  /**
   * Shows `text` in a box that must be closed. Without a press, or too late, it sends the text as a message and returns
   * false.
   */
  alert(text: string): Promise<boolean>
  /**
   * Shows a screen: a press edits its own message, anything else gets a new message. A message that cannot be edited
   * (gone, too old, a text that becomes a picture) is sent again. Returns the id of the message.
   */
  show(message: Message): Promise<number>
  /** Always a new message below. */
  say(message: Message): Promise<number>
  /** Replaces an older message of this chat; if it is gone, it is sent again. */
  change(messageId: number, message: Message): Promise<void>
  /** Takes a message of this chat away; returns false if that can no longer be done. */
  remove(messageId: number): Promise<boolean>
  /** Leaves the open form, if any, and enters this one. */
  form(name: string, ...args: unknown[]): Promise<void>
}

export type ShopContext = ConversationFlavor<Context & WarungFlavor & { store: Store; customer: Customer }>

/**
 * The context of the platform bot, which serves merchants. `accountIds` are the accounts that this chat is linked to.
 * `accountsFor` returns those in which this person's role, read again for this update, includes the act. `talkId` is
 * the message of the customer who receives what is written here; null while no talk is open.
 */
export type PlatformContext = ConversationFlavor<
  Context & WarungFlavor & { accountIds: number[]; accountsFor(act: Act): number[]; talkId: number | null }
>

/** Inside a form: only this, and the outside context in `conversation.external(ctx => ...)`. */
export type FormContext = Context &
  Pick<WarungFlavor, 'language' | 't'> & {
    /** Words and buttons only: a form sends no files. */
    say(message: Words): Promise<number>
    /** Makes an older text of this chat into this one. */
    change(messageId: number, message: Words): Promise<void>
  }

type Words = Omit<Message, 'photo' | 'document'>
