import type { Message } from 'grammy/types'
import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Form } from './form.ts'

/** Reads a picture from a merchant until `keep` accepts it; `keep` returns the problem with it. */
export function pictureForm(keep: (ctx: PlatformContext, of: string, fileId: string) => Promise<string | null>): Form {
  return async (talk, ctx, of: string, question: string) => {
    await ctx.say({ text: html`${question}` })
    for (;;) {
      const { message } = await talk.wait()
      const fileId = message ? pictureFileId(message) : null
      const problem =
        fileId === null
          ? shopkeeperTexts[ctx.language].wizard.photoPlease
          : await talk.external(outside => keep(outside as unknown as PlatformContext, of, fileId))
      if (problem === null) return
      await ctx.say({ text: html`${problem}` })
    }
  }
}

/** Returns Telegram's `file_id` of the picture in a message, even if it was sent as a file; null without a picture. */
export function pictureFileId({ photo, document }: Pick<Message, 'photo' | 'document'>): string | null {
  if (photo) return photo.at(-1)?.file_id ?? null
  return document?.mime_type?.startsWith('image/') ? document.file_id : null
}
