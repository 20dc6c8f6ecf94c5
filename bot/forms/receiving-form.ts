import type { ReceivingChoice } from '../../src/orders/receiving/plan-receiving.ts'
import type { ShopContext } from '../context.ts'
import { makePress } from '../telegram/message.ts'
import { askAddress, withPlace } from './checkout-form.ts'
import type { Form } from './form.ts'
import { askWhere, type ReceivingOffer } from './receiving-questions.ts'

/** The details that must be known before an order that is made already can be brought. */
export interface Bringing {
  offer: ReceivingOffer
  /** Null if the form asks for it. Empty if it is not needed. */
  address: string | null
}

/** Asks how an existing order is to be received. `take` is called with the answers. */
export function receivingForm(
  read: (ctx: ShopContext, token: string) => Promise<Bringing>,
  take: (ctx: ShopContext, token: string, choice: ReceivingChoice & { address?: string }) => Promise<void>,
): Form {
  return async (talk, ctx, token: string) => {
    const { offer, address } = await talk.external(outside => read(outside, token))
    const told =
      address ??
      (await askAddress(talk, ctx, { known: null, back: { text: ctx.t.back, press: makePress('order', token) } }))
    const { place, ...where } = await askWhere(talk, ctx, offer, { receiving: 'delivery', address: told })
    const whole = withPlace(told, place)
    const changed = whole === (address ?? '') ? {} : { address: whole }
    await talk.external(outside => take(outside, token, { ...where, ...changed }))
  }
}
