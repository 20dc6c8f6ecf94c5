import type { Message } from 'grammy/types'
import type { FormContext } from '../../../../bot/context.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import { html } from '../../../lib/html.ts'
import { talkTextMax } from '../talk-message.ts'

/** Text, a picture by Telegram's `file_id`, or both. */
export interface ChatContent {
  text: string
  photo: string | null
}

/** Asks for text or a photo, with a caption of at most 1,000 characters. */
export async function askTextOrPhoto(talk: FormConversation, ctx: FormContext, question: string): Promise<ChatContent> {
  await ctx.say({ text: html`${question}` })
  for (;;) {
    const { message } = await talk.wait()
    const said = readChatContent(message ?? {})
    if (!('problem' in said)) return said
    await ctx.say({ text: html`${said.problem === 'long' ? ctx.t.tooLong(talkTextMax) : ctx.t.talk.textOnly}` })
  }
}

/** The text of a message, or the reason that it cannot be forwarded. */
export function readChatContent(
  message: Pick<Message, 'text' | 'caption' | 'photo'>,
): ChatContent | { problem: 'long' | 'wordless' } {
  const text = (message.text ?? message.caption ?? '').trim()
  const photo = message.photo?.at(-1)?.file_id ?? null
  if (text.length > talkTextMax) return { problem: 'long' }
  return text === '' && photo === null ? { problem: 'wordless' } : { text, photo }
}
