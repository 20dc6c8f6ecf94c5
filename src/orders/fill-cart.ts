import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { readCart } from './find-cart.ts'
import { type Cart, quantityMax } from './order.ts'

/**
 * Makes the customer's cart hold so many of a variant: 0 takes it out, `null` puts everything out. Setting it again
 * changes nothing, so a press may be handled twice. Stock is only held when the order is placed.
 *
 * Refuses `not_found` (also for another shop's variant), `invalid_request` for a quantity.
 */
export async function fillCart(
  app: Needs<'sql' | 'now'>,
  accountId: number,
  customerId: number,
  line: { variantId: string; quantity: number } | null,
): Promise<Cart> {
  if (line === null) {
    await app.sql.write('delete from cart_line where customer_id = $1 and account_id = $2', [customerId, accountId])
  } else if (line.quantity === 0) {
    await app.sql.write(removeSql, [customerId, accountId, line.variantId])
  } else {
    await putLine(app, accountId, customerId, line)
  }
  return readCart(app.sql, accountId, customerId)
}

/** Different goods in one cart. */
export const linesMax = 20

async function putLine(
  app: Needs<'sql' | 'now'>,
  accountId: number,
  customerId: number,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<void> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > quantityMax) {
    throw refuseField('quantity', `is 1 to ${quantityMax}`)
  }
  const put = await app.sql.write(putSql, [customerId, accountId, variantId, quantity, app.now()])
  if (put === 0) throw new Refusal('not_found', 'There is no such product')
  const [count] = await app.sql.query<{ lines: number }>(
    'select count(*) as lines from cart_line where customer_id = $1',
    [customerId],
  )
  if (count!.lines > linesMax) {
    await app.sql.write(removeSql, [customerId, accountId, variantId])
    throw refuseField('cart', `holds ${linesMax} different goods at most`)
  }
}

const removeSql = `
  delete from cart_line l using variant v
  where l.customer_id = $1 and l.account_id = $2 and v.id = l.variant_id and v.public_id = $3`

const putSql = `
  insert into cart_line (customer_id, variant_id, account_id, quantity, added_at)
  select c.id, v.id, c.account_id, $4, $5
  from customer c join variant v on v.account_id = c.account_id and v.public_id = $3 and v.is_active
  join product p on p.id = v.product_id and p.is_active
  where c.id = $1 and c.account_id = $2
  on conflict (customer_id, variant_id) do update set quantity = excluded.quantity`
