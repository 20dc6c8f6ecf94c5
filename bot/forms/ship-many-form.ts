import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Language } from '../texts/texts.ts'
import type { Form } from './form.ts'

const noNumbers = 'nonumbers'
const textMax = 4000

export interface ParcelBatch {
  courier: string
  orders: string[]
  /** The id of the message that asks for their numbers. */
  asked: number
}

/** Returns the buttons below the question, and below the text about a wrong answer. */
export function numbersButtons(language: Language): Button[][] {
  const words = shippingTexts[language].merchant
  return [
    [{ text: words.many.none, press: makePress('form', noNumbers) }],
    [{ text: words.back, press: makePress('shipmany') }],
  ]
}

/**
 * Waits for the numbers of several parcels, one per line; the caller asks the question. `ship` returns the problem with
 * them, or null once it has shipped the orders. An empty text means that the parcels have no numbers.
 */
export function shipManyForm(
  ship: (ctx: PlatformContext, parcels: ParcelBatch, text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, parcels: ParcelBatch) => {
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

// Returns the text of the pressed button; null for a button of another question.
function pressedText(data: string | undefined): string | null {
  return readPress(data ?? '')?.args[0] === noNumbers ? '' : null
}
