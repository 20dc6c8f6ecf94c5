import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import type { CartUnits } from '../../orders/cart/cart.ts'
import { findCart } from '../../orders/cart/find-cart.ts'
import type { UnitsRequest } from '../../orders/cart/replace-cart.ts'

/** The cart of a customer's chat, as the Mini App shows it. */
export interface AppCart {
  /** The goods that can be ordered here. */
  units: UnitsRequest[]
  /** The digital goods, which are paid with Stars in the chat. */
  inChat: UnitsRequest[]
  phone: string | null
  address: string | null
}

/** Reads the cart that the chat and the Mini App share. */
export async function readAppCart(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  customerId: number,
): Promise<AppCart> {
  const { units, customer } = await findCart(app, scope, customerId)
  const [digital, others] = [units.filter(isDigital), units.filter(one => !isDigital(one))]
  return {
    units: others.map(toWantedUnits),
    inChat: digital.map(toWantedUnits),
    phone: customer.phone,
    address: customer.address,
  }
}

/**
 * Returns whether the units of a cart are digital goods, which Telegram allows its Mini Apps to sell only for Stars.
 */
export function isDigital({ line }: CartUnits): boolean {
  return line.variant.product.kind === 'digital'
}

export function toWantedUnits({ line, quantity, chosen }: CartUnits): UnitsRequest {
  return { variantId: line.variant.publicId, quantity, choices: chosen }
}
