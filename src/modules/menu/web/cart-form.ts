import type Koa from 'koa'
import { handovers } from '../../../catalog/delivery-zones.ts'
import { readMaking } from '../../../catalog/options/read-making.ts'
import { readOptions } from '../../../catalog/options/read-options.ts'
import { toRefusal } from '../../../http/errors.ts'
import { findStandingByAccount, type Standing } from '../../../keys/standing.ts'
import { generateToken } from '../../../lib/ids.ts'
import { notFound, Refusal, refuseField } from '../../../lib/refusal.ts'
import { listUsableMethods } from '../../../methods/list-usable-methods.ts'
import { listWaysToPay } from '../../../methods/list-ways-to-pay.ts'
import { amountMin } from '../../../methods/method.ts'
import type { App } from '../../../needs.ts'
import { refuseMaking } from '../../../orders/cart/refuse-making.ts'
import type { UnitsRequest } from '../../../orders/cart/replace-cart.ts'
import { listWaysToReceive } from '../../../orders/receiving/list-ways-to-receive.ts'
import type { MenuOrder } from '../order-from-menu.ts'
import { readUnits, type ShownUnits } from '../read-units.ts'
import type { ShownShop } from './shown-menu.ts'

/** The values of a form by field name. */
export type FormValues = Record<string, string>

export const formBytesMax = 32 * 1024
const choicesMax = 60
// The fields of the choices, and the other fields beside them.
export const cartFieldsMax = choicesMax + 10

export const readText = (form: FormValues, name: string) => (form[name] ?? '').trim()

/** Reads the units that a form adds to a cart or changes there. Refuses `invalid_request` (`options`, `quantity`). */
export function readFormUnits(form: FormValues): UnitsRequest {
  const variantId = readText(form, 'variant')
  const quantity = Number(readText(form, 'quantity') || Number.NaN)
  if (!/^[\w-]{22}$/.test(variantId)) throw refuseField('options', 'are missing', 'missing')
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
    throw refuseField('quantity', 'is 1 to 99', { code: 'out_of_range', min: 1, max: 99 })
  }
  const names = Object.keys(form).filter(name => name.startsWith('choice'))
  const choices = names.map(name => form[name]!).filter(key => key.length <= 130)
  return { variantId, quantity, choices: [...new Set(choices)].slice(0, choicesMax) }
}

/** Refuses `not_found`, and choices that the product does not allow. */
export async function checkChoices(app: App, shop: ShownShop, choice: UnitsRequest): Promise<void> {
  const [unit] = await readUnits(app, shop.scope, [choice])
  if (!unit) throw notFound('product')
  const { product } = unit.variant
  const groups = (await readOptions(app.em(shop.scope), [product.id])).get(product.id) ?? []
  const { problem } = readMaking(groups, choice.choices)
  if (problem) throw refuseMaking(unit.name, problem)
}

/** Returns the methods that can pay such a total. */
export function listPayableMethods(app: App, standing: Standing, total: number) {
  return total > 0 ? listWaysToPay(app, standing, total) : []
}

/** Returns the ways in which all of these can be received; null if there is only one. */
export function listHandovers({ rules }: ShownShop, units: readonly ShownUnits[]) {
  return listWaysToReceive(
    rules,
    units.map(({ variant: { product } }) => product),
  )
}

// A page from before an upgrade sends no fee. If the fee cannot be known yet, the address is refused.
export function showedOtherFee(form: FormValues, fee: number | null): boolean {
  return form.expected_fee !== undefined && fee !== null && form.expected_fee !== String(fee)
}

/** Returns whether a page showed another discount than the coupon now gives. */
export function showedOtherDiscount(form: FormValues, coupon: { discount: number } | null): boolean {
  return Number(form.expected_discount || 0) !== (coupon?.discount ?? 0)
}

/** Reads an order from its form; `isChosen` if there are several ways to receive it. */
export function readOrderForm(form: FormValues, units: readonly ShownUnits[], isChosen: boolean): MenuOrder {
  const slot = readText(form, 'slot')
  const table = readText(form, 'table')
  const receiving = isChosen ? handovers.find(way => way === readText(form, 'receiving')) : undefined
  return {
    units: units.map(({ wanted }) => wanted),
    note: readText(form, 'note'),
    phone: readText(form, 'phone'),
    address: readText(form, 'address'),
    receiving,
    zone: readText(form, 'zone') || undefined,
    table: /^\d{1,2}$/.test(table) ? Number(table) : undefined,
    slotAt: /^\d{13}$/.test(slot) ? new Date(Number(slot)) : undefined,
    expectedTotal: Number(readText(form, 'expected_total')),
    expectedFee: form.expected_fee ? Number(form.expected_fee) : undefined,
    once: readText(form, 'once').slice(0, 64) || generateToken(),
  }
}

/** Returns the shop's current standing. Refuses `method_unavailable` if it cannot accept payments. */
export async function requireCurrentStanding(app: App, { scope }: ShownShop): Promise<Standing> {
  const standing = await findStandingByAccount(app, scope.accountId, scope.mode)
  if (!standing || listUsableMethods(app, standing, amountMin).length === 0) {
    throw new Refusal('method_unavailable', 'The shop cannot take payments')
  }
  return standing
}

export const unpaidReasons = [
  'amount_out_of_range',
  'amounts_exhausted',
  'method_unavailable',
  'provider_unavailable',
] as const

/** Returns why an order does not have a payment yet, from the address of its page. */
export function readReason(ctx: Koa.Context): Refusal | null {
  if (ctx.query.why === 'coupon') return new Refusal({ code: 'coupon', problem: 'used_up' }, 'The coupon is used up')
  const code = unpaidReasons.find(one => one === ctx.query.why)
  return code ? new Refusal(code, 'The payment could not be made') : null
}

/** Returns an error that is a refusal; throws every other error. */
export function toPageRefusal(ctx: Koa.Context, error: unknown): Refusal {
  const refusal = toRefusal(ctx, error)
  if (!refusal) throw error
  return refusal
}

export function redirectTo(ctx: Koa.Context, address: string): void {
  ctx.status = 303
  ctx.set('Location', address)
}
