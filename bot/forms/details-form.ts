import type { OrderDetails } from '../../src/orders/edit-order.ts'
import type { FormContext, ShopContext } from '../context.ts'
import { type Button, makePress } from '../telegram/message.ts'
import { askAddress, askNote, askPhone, type FormConversation } from './checkout-form.ts'
import type { Form } from './form.ts'

export type Detail = keyof OrderDetails

/** Asks again for a detail of the order; `change` gets the answer. */
export function detailsForm(change: (ctx: ShopContext, token: string, details: OrderDetails) => Promise<void>): Form {
  return async (talk, ctx, token: string, field: Detail) => {
    const back: Button = { text: ctx.t.back, press: makePress('order', token) }
    const answer = await askDetail(talk, ctx, field, back)
    await talk.external(outside => change(outside, token, { [field]: answer }))
  }
}

function askDetail(talk: FormConversation, ctx: FormContext, field: Detail, back: Button): Promise<string> {
  switch (field) {
    case 'note':
      return askNote(talk, ctx, { question: ctx.t.askAnyNote, back })
    case 'phone':
      return askPhone(talk, ctx, null)
    case 'address':
      return askAddress(talk, ctx, { known: null, back })
  }
}
