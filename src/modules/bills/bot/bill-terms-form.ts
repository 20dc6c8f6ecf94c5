import type { Context } from 'grammy'
import type { PlatformContext } from '../../../../bot/context.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { readDay } from '../../../../bot/screens/merchant/read-rule.ts'
import { type Button, makePress, readPress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { type FieldValue, parseTyped } from '../../../lib/fields/field.ts'
import { html } from '../../../lib/html.ts'
import type { Bill } from '../bill.ts'
import { type BillTermField, billTermFields } from '../bill-term-fields.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'

/** A question about a term of a bill. */
export interface TermQuestion {
  accountId: number
  bill: number
  /** The name of the term in button presses. */
  key: string
  question: string
  /** Whether it has a value, which a button removes. */
  isSet: boolean
}

interface Ends {
  /** Saves an answer, null for none, and returns the problem with it. */
  save: (ctx: PlatformContext, question: TermQuestion, text: string | null) => Promise<string | null>
  leave: (ctx: PlatformContext, question: TermQuestion) => Promise<void>
}

type ChatTerm = BillTermField & Required<Pick<BillTermField, 'chat'>>

const chatTerms = billTermFields.filter((field): field is ChatTerm => field.chat !== undefined)

/** Returns the term with this chat key. */
export function findChatTerm(key: string | undefined): ChatTerm | undefined {
  return chatTerms.find(({ chat }) => chat.key === key)
}

/** Returns a button for each term of a bill that the chat asks for. */
export function termButtons(bill: Bill, language: Language): Button[][] {
  return chatTerms.map(({ property, label, chat }): Button[] => {
    const text = `${bill[property] === null ? '➕' : '✅'} ${label[language]}`
    return [{ text, press: makePress('billterm', bill.accountId, bill.id, chat.key) }]
  })
}

/** Returns the value of an answer; undefined if it cannot be read. */
export function readTermAnswer(field: BillTermField, text: string, today: string): FieldValue | undefined {
  const value = field.kind === 'day' ? readDay(text, today) : parseTyped(field, text)
  return value === null || Number.isNaN(value) ? undefined : value
}

/** Asks a merchant for a term of a bill until it can be saved. A button leads back. */
export function billTermForm({ save, leave }: Ends): Form {
  return async (talk, ctx, question: TermQuestion) => {
    const clear: Button[] = question.isSet
      ? [{ text: billTexts[ctx.language].clearTerm, press: makePress('form', 'none') }]
      : []
    const buttons = [[...clear, { text: ctx.t.back, press: makePress('form', 'back') }]]
    await ctx.say({ text: html`${question.question}`, buttons })
    for (;;) {
      const text = readAnswer(await talk.wait())
      if (text === undefined) continue
      const problem = await talk.external(async outside => {
        const there = outside as unknown as PlatformContext
        if (text === 'back') await leave(there, question)
        return text === 'back' ? null : save(there, question, text.said)
      })
      if (problem === null) return
      await ctx.say({ text: html`${problem}`, buttons })
    }
  }
}

/** Returns the answer as typed, null for the button that removes the term; undefined for anything else. */
function readAnswer({ message, callbackQuery }: Context): { said: string | null } | 'back' | undefined {
  const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
  if (pressed === 'back') return 'back'
  if (pressed === 'none') return { said: null }
  const said = message?.text?.trim()
  return said === undefined ? undefined : { said }
}
