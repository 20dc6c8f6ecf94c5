import type { Message } from 'grammy/types'
import type { FormContext } from '../../../../bot/context.ts'
import type { Talk } from '../../../../bot/forms/checkout-form.ts'
import { html } from '../../../lib/html.ts'
import { talkTextMax } from '../talk-message.ts'

/** Text, a picture by Telegram's `file_id`, or both. */
export interface SaidInChat {
  text: string
  photo: string | null
}

/** Asks for text or a photo, with a caption of at most 1,000 characters. */
export async function askWordsOrPhoto(talk: Talk, ctx: FormContext, question: string): Promise<SaidInChat> {
  await ctx.say({ text: html`${question}` })
  for (;;) {
    const { message } = await talk.wait()
    const said = saidIn(message ?? {})
    if (!('problem' in said)) return said
    await ctx.say({ text: html`${said.problem === 'long' ? ctx.t.tooLong(talkTextMax) : ctx.t.talk.textOnly}` })
  }
}

/** The text of a message, or the reason that it cannot be forwarded. */
export function saidIn(
  message: Pick<Message, 'text' | 'caption' | 'photo'>,
): SaidInChat | { problem: 'long' | 'wordless' } {
  const text = (message.text ?? message.caption ?? '').trim()
  const photo = message.photo?.at(-1)?.file_id ?? null
  if (text.length > talkTextMax) return { problem: 'long' }
  return text === '' && photo === null ? { problem: 'wordless' } : { text, photo }
}
