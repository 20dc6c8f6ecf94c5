import type Koa from 'koa'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { linesMax } from '../../../orders/cart/fill-cart.ts'
import type { UnitsRequest } from '../../../orders/cart/replace-cart.ts'
import { quantityMax } from '../../../orders/order.ts'
import { readCookie, writeCookie } from '../../../web/parts/cookies.ts'
import { PublicId } from '../../../web/parts/inputs.ts'

/** The goods in a browser's cart for one menu, and its table. Prices come from the server. */
export interface BrowserCart {
  table: number | null
  units: UnitsRequest[]
}

const Units = z.tuple([PublicId, z.number().int().min(1).max(quantityMax), z.array(z.string().max(130)).max(60)])
const Stored = z.object({
  slug: z.string(),
  table: z.number().int().min(1).nullable(),
  units: z.array(Units).max(linesMax),
})

/** Browsers store at most 4,096 bytes per cookie, including its name and attributes. */
const cookieMax = 3800

/** Reads the cart of this menu; a cart of another menu, or a manipulated one, is empty. */
export function readBrowserCart(config: Pick<Config, 'baseUrl'>, ctx: Koa.Context, slug: string): BrowserCart {
  const stored = Stored.safeParse(parseCart(readCookie(config, ctx, 'cart')))
  if (!stored.success || stored.data.slug !== slug) return { table: null, units: [] }
  const { table, units } = stored.data
  return { table, units: units.map(([variantId, quantity, choices]) => ({ variantId, quantity, choices })) }
}

/** Stores a cart in the browser. Refuses `invalid_request` if it is too large. */
export function storeBrowserCart(
  config: Pick<Config, 'baseUrl'>,
  ctx: Koa.Context,
  slug: string,
  { table, units }: BrowserCart,
): void {
  const rows = units.map(({ variantId, quantity, choices }) => [variantId, quantity, choices])
  const text = Buffer.from(JSON.stringify({ slug, table, units: rows })).toString('base64url')
  if (units.length > linesMax || text.length > cookieMax) {
    throw refuseField('cart', `holds ${linesMax} different goods at most`, { code: 'too_many', max: linesMax })
  }
  writeCookie(config, ctx, 'cart', text)
}

function parseCart(text = ''): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

/** Returns the cart with these units added to identical ones; a quantity of 0 removes them. */
export function addUnitsToCart(cart: BrowserCart, units: UnitsRequest, by: 'adding' | 'setting'): BrowserCart {
  const same = (one: UnitsRequest) =>
    one.variantId === units.variantId && one.choices.toSorted().join() === units.choices.toSorted().join()
  const before = cart.units.find(same)
  const quantity = Math.min(quantityMax, units.quantity + (by === 'adding' ? (before?.quantity ?? 0) : 0))
  if (quantity <= 0) return { ...cart, units: cart.units.filter(one => one !== before) }
  const after = { ...units, quantity }
  return { ...cart, units: before ? cart.units.map(one => (one === before ? after : one)) : [...cart.units, after] }
}
