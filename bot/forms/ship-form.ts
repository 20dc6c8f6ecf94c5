import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { press, readPress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Talk } from './checkout-form.ts'
import type { Form } from './form.ts'

const noNumber = 'nonumber'

interface Parcel {
  orderNumber: string
  courier: string
  question: string
}

/**
 * Asks a merchant for the number or the link of a parcel. `ship` returns whether it was taken; empty text stands for
 * no number.
 */
export function shipForm(
  ship: (ctx: PlatformContext, orderNumber: string, courier: string, text: string) => Promise<boolean>,
): Form {
  return async (talk, ctx, { orderNumber, courier, question }: Parcel) => {
    const words = shippingTexts[ctx.language].merchant
    await ctx.say({ text: html`${question}`, buttons: [[{ text: words.none, press: press('form', noNumber) }]] })
    for (;;) {
      const answer = await talk.wait()
      const text = numberOf(answer)
      const isTaken =
        text !== undefined &&
        (await talk.external(outside => ship(outside as unknown as PlatformContext, orderNumber, courier, text)))
      if (isTaken) return
      if (!answer.callbackQuery) await ctx.say({ text: html`${words.wrong}` })
    }
  }
}

function numberOf({ message, callbackQuery }: Awaited<ReturnType<Talk['wait']>>): string | undefined {
  if (!callbackQuery) return message?.text?.trim()
  return readPress(callbackQuery.data ?? '')?.args[0] === noNumber ? '' : undefined
}
