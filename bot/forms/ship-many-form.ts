import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { press, readPress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Form } from './form.ts'

const noNumbers = 'nonumbers'
const textMax = 4000

interface Parcels {
  courier: string
  orders: string[]
  question: string
}

/**
 * Asks a merchant for the numbers of several parcels, one a line. `ship` returns what is wrong with them, or null once
 * it has shipped the orders; an empty text stands for no numbers.
 */
export function shipManyForm(
  ship: (ctx: PlatformContext, courier: string, orders: string[], text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, { courier, orders, question }: Parcels) => {
    const words = shippingTexts[ctx.language].merchant
    const none = [{ text: words.many.none, press: press('form', noNumbers) }]
    const leave = [{ text: words.back, press: press('shipmany') }]
    await ctx.say({ text: html`${question}`, buttons: [none, leave] })
    for (;;) {
      const { message, callbackQuery } = await talk.wait()
      const text = callbackQuery ? pressedText(callbackQuery.data) : (message?.text?.trim().slice(0, textMax) ?? null)
      const wrong =
        text === null
          ? words.many.wrong(orders.length)
          : await talk.external(outside => ship(outside as unknown as PlatformContext, courier, orders, text))
      if (wrong === null) return
      await ctx.say({ text: html`${wrong}`, buttons: [none, leave] })
    }
  }
}

// Null for a button of another question.
function pressedText(data: string | undefined): string | null {
  return readPress(data ?? '')?.args[0] === noNumbers ? '' : null
}
