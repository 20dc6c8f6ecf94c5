import { html } from '../../src/lib/html.ts'
import { customerTextMax } from '../../src/notices/write-to-customer.ts'
import type { PlatformContext } from '../context.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import type { Form } from './form.ts'

export type MerchantTextKind = 'message' | 'reason'

/** A question to a merchant about an order. */
interface OrderQuestion {
  wish: MerchantTextKind
  orderNumber: string
  question: string
}

/** Asks a merchant for a text about an order: a message, or the reason for a cancellation. */
export function merchantForm(
  act: (ctx: PlatformContext, wish: MerchantTextKind, orderNumber: string, text: string) => Promise<void>,
): Form {
  return async (talk, ctx, { wish, orderNumber, question }: OrderQuestion) => {
    const words = merchantTexts[ctx.language]
    await ctx.say({ text: html`${question}` })
    for (;;) {
      const answer = await talk.wait()
      const text = answer.message?.text?.trim()
      if (text && text.length <= customerTextMax) {
        await talk.external(outside => act(outside as unknown as PlatformContext, wish, orderNumber, text))
        return
      }
      await ctx.say({ text: html`${text ? words.tooLong(customerTextMax) : words.textPlease}` })
    }
  }
}
