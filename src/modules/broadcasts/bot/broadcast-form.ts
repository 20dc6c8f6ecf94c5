import type { PlatformContext } from '../../../../bot/context.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { html } from '../../../lib/html.ts'
import { broadcastTextMax } from '../broadcast.ts'
import { broadcastTexts } from '../texts/broadcast-texts.ts'

/** Asks for the message of a broadcast: text, or a picture with text. `keep` shows the preview. */
export function broadcastForm(
  keep: (ctx: PlatformContext, botId: number, message: { text: string; photo: string | null }) => Promise<void>,
): Form {
  return async (talk, ctx, botId: number) => {
    const words = broadcastTexts[ctx.language]
    await ctx.say({ text: html`${words.ask(broadcastTextMax)}` })
    for (;;) {
      const { message } = await talk.wait()
      const text = (message?.text ?? message?.caption)?.trim()
      if (text && text.length <= broadcastTextMax) {
        const photo = message?.photo?.at(-1)?.file_id ?? null
        await talk.external(outside => keep(outside as unknown as PlatformContext, botId, { text, photo }))
        return
      }
      await ctx.say({ text: html`${text ? ctx.t.tooLong(broadcastTextMax) : words.wordless}` })
    }
  }
}
