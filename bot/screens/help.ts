import { html, lines } from '../../src/lib/html.ts'
import { plainLine } from '../../src/lib/plain-text.ts'
import type { ShopContext } from '../context.ts'
import type { Message } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { menuRow } from './buttons.ts'
import type { ShopScreen } from './screen.ts'

export const helpScreen: ShopScreen = {
  commands: {
    bantuan: help,
    help,
    paysupport: ctx => page(ctx, ctx.t.paysupportText(plainLine(ctx.store.name))),
    terms: ctx => page(ctx, ctx.t.termsText(plainLine(ctx.store.name))),
    privacy: ctx => page(ctx, ctx.t.privacyText(plainLine(ctx.store.name))),
  },
  presses: { help },
  // Buyers send screenshots of transfers out of habit; a picture never proves a payment.
  photo: ctx => page(ctx, ctx.t.noProof),
  document: ctx => page(ctx, ctx.t.noProof),
}

export function helpView(storeName: string, t: Texts): Message {
  const [title, ...steps] = t.helpText(storeName)
  return { text: html`<b>${title}</b>\n\n${steps.map(step => html`${step}\n`)}`, buttons: [menuRow(t)] }
}

async function help(ctx: ShopContext): Promise<void> {
  await ctx.show(helpView(ctx.store.name, ctx.t))
}

async function page(ctx: ShopContext, text: string): Promise<void> {
  await ctx.say({ text: lines(text), buttons: [menuRow(ctx.t)] })
}
