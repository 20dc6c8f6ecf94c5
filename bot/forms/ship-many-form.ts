import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Language } from '../texts/texts.ts'
import type { Form } from './form.ts'

const noNumbers = 'nonumbers'
const textMax = 4000

export interface Parcels {
  courier: string
  orders: string[]
  /** The message that asks for their numbers. */
  asked: number
}

/** Below the question, and below what is wrong with an answer. */
export function numbersButtons(language: Language): Button[][] {
  const words = shippingTexts[language].merchant
  return [
    [{ text: words.many.none, press: makePress('form', noNumbers) }],
    [{ text: words.back, press: makePress('shipmany') }],
  ]
}

/**
 * Waits for the numbers of several parcels, one a line; its caller asks the question. `ship` returns what is wrong with
 * them, or null once it has shipped the orders; an empty text means no numbers.
 */
export function shipManyForm(
  ship: (ctx: PlatformContext, parcels: Parcels, text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, parcels: Parcels) => {
    const words = shippingTexts[ctx.language].merchant
    for (;;) {
      const { message, callbackQuery } = await talk.wait()
      const text = callbackQuery ? pressedText(callbackQuery.data) : (message?.text?.trim().slice(0, textMax) ?? null)
      const wrong =
        text === null
          ? words.many.wrong(parcels.orders.length)
          : await talk.external(outside => ship(outside as unknown as PlatformContext, parcels, text))
      if (wrong === null) return
      await ctx.say({ text: html`${wrong}`, buttons: numbersButtons(ctx.language) })
    }
  }
}

// Null for a button of another question.
function pressedText(data: string | undefined): string | null {
  return readPress(data ?? '')?.args[0] === noNumbers ? '' : null
}
