import type { ReceivingChoice } from '../../src/orders/receiving/plan-receiving.ts'
import type { ShopContext } from '../context.ts'
import { makePress } from '../telegram/message.ts'
import { appendPlace, askAddress } from './checkout-form.ts'
import type { Form } from './form.ts'
import { askZoneOrTable, type ReceivingOffer } from './receiving-questions.ts'

/** The details required for delivering an order that already exists. */
export interface DeliveryDetails {
  offer: ReceivingOffer
  /** The address; null if the form asks for it, empty if it is not needed. */
  address: string | null
}

/** Asks how the customer wants to receive an existing order; `take` gets the answers. */
export function receivingForm(
  read: (ctx: ShopContext, token: string) => Promise<DeliveryDetails>,
  take: (ctx: ShopContext, token: string, choice: ReceivingChoice & { address?: string }) => Promise<void>,
): Form {
  return async (talk, ctx, token: string) => {
    const { offer, address } = await talk.external(outside => read(outside, token))
    const told =
      address ??
      (await askAddress(talk, ctx, { known: null, back: { text: ctx.t.back, press: makePress('order', token) } }))
    const { place, ...where } = await askZoneOrTable(talk, ctx, offer, { receiving: 'delivery', address: told })
    const whole = appendPlace(told, place)
    const changed = whole === (address ?? '') ? {} : { address: whole }
    await talk.external(outside => take(outside, token, { ...where, ...changed }))
  }
}
