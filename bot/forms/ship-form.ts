import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { readPress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { FormConversation } from './checkout-form.ts'
import type { Form } from './form.ts'

/** The value of the question's button. */
export const noTrackingNumber = 'nonumber'

export interface Parcel {
  orderNumber: string
  courier: string
  /** The id of the message that asks for the number. */
  asked: number
}

/**
 * Waits for the number or the link of a parcel; the caller asks the question. `ship` returns whether it was accepted.
 * An empty text means that the parcel has no number.
 */
export function shipForm(ship: (ctx: PlatformContext, parcel: Parcel, text: string) => Promise<boolean>): Form {
  return async (talk, ctx, parcel: Parcel) => {
    const words = shippingTexts[ctx.language].merchant
    for (;;) {
      const answer = await talk.wait()
      const text = readTrackingNumber(answer)
      const isTaken =
        text !== undefined &&
        (await talk.external(outside => ship(outside as unknown as PlatformContext, parcel, text)))
      if (isTaken) return
      if (!answer.callbackQuery) await ctx.say({ text: html`${words.wrong}` })
    }
  }
}

function readTrackingNumber({
  message,
  callbackQuery,
}: Awaited<ReturnType<FormConversation['wait']>>): string | undefined {
  if (!callbackQuery) return message?.text?.trim()
  return readPress(callbackQuery.data ?? '')?.args[0] === noTrackingNumber ? '' : undefined
}
