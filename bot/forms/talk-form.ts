import { html } from '../../src/lib/html.ts'
import { talkTextMax } from '../../src/notices/talk-message.ts'
import type { FormContext } from '../context.ts'
import type { Talk } from './checkout-form.ts'

/** Asks for one text, of at most 1,000 characters unless said. */
export async function askWords(talk: Talk, ctx: FormContext, question: string, max = talkTextMax): Promise<string> {
  await ctx.say({ text: html`${question}` })
  for (;;) {
    const { message } = await talk.wait()
    const text = message?.text?.trim()
    if (text && text.length <= max) return text
    await ctx.say({ text: html`${text ? ctx.t.tooLong(max) : ctx.t.talk.textOnly}` })
  }
}
