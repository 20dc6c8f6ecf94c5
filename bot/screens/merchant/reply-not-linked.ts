import { html } from '../../../src/lib/html.ts'
import type { PlatformContext } from '../../context.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'

/** Replies that the chat is not linked to any shop. */
export async function replyNotLinked(ctx: PlatformContext): Promise<void> {
  await ctx.say({ text: html`${merchantTexts[ctx.language].noLink}` })
}
