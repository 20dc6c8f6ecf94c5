import { html } from '../../src/lib/html.ts'
import type { FormContext } from '../context.ts'
import type { Talk } from './checkout-form.ts'

/** As long as a message to the other side of a chat may be. */
const wordsMax = 1_000

/** Asks for one text of at most 1,000 characters. The question is null if the chat already shows it. */
export async function askWords(talk: Talk, ctx: FormContext, question: string | null, max = wordsMax): Promise<string> {
  if (question !== null) await ctx.say({ text: html`${question}` })
  for (;;) {
    const { message } = await talk.wait()
    const text = message?.text?.trim()
    if (text && text.length <= max) return text
    await ctx.say({ text: html`${text ? ctx.t.tooLong(max) : ctx.t.talk.textOnly}` })
  }
}
