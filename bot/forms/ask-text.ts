import { html } from '../../src/lib/html.ts'
import type { FormContext } from '../context.ts'
import type { FormConversation } from './checkout-form.ts'

/** The maximum length of a message to the other person of a chat. */
const wordsMax = 1_000

/** Asks for a text of at most 1,000 characters. `question` is null if the chat already shows the question. */
export async function askText(
  talk: FormConversation,
  ctx: FormContext,
  question: string | null,
  max = wordsMax,
): Promise<string> {
  if (question !== null) await ctx.say({ text: html`${question}` })
  for (;;) {
    const { message } = await talk.wait()
    const text = message?.text?.trim()
    if (text && text.length <= max) return text
    await ctx.say({ text: html`${text ? ctx.t.tooLong(max) : ctx.t.talk.textOnly}` })
  }
}
