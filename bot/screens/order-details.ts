import { editOrder, type OrderDetails } from '../../src/orders/edit-order.ts'
import type { ShopContext } from '../context.ts'
import { type Detail, detailsForm } from '../forms/details-form.ts'
import { findOwnOrder } from './find-own-order.ts'
import { sendOrder } from './order.ts'
import type { ShopScreen } from './screen.ts'

/** The screen for changing an order's details from its page, before it is paid. */
export const orderDetailsScreen: ShopScreen = {
  presses: { edit: askAnew },
  forms: { details: detailsForm(changeDetails) },
}

const fields: Detail[] = ['note', 'phone', 'address']

async function askAnew(ctx: ShopContext, [token, asked]: string[]): Promise<void> {
  const order = await findOwnOrder(ctx, token)
  const field = fields.find(each => each === asked)
  if (!order || !field) await ctx.alert(ctx.t.orderUnknown)
  else if (order.status !== 'pending') await ctx.alert(ctx.t.refusals.refused_transition)
  else await ctx.form('details', order.token, field)
}

async function changeDetails(ctx: ShopContext, token: string, details: OrderDetails): Promise<void> {
  const { accountId, mode } = ctx.store
  await editOrder(ctx.app, { accountId, mode, customerId: ctx.customer.id }, token, details)
  await sendOrder(ctx, token)
}
