import type { Mode } from '../database/scope.ts'
import { isPhone, readPhone } from '../lib/phone.ts'
import { Refusal, refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { Order } from './order.ts'

/** The details that a customer may add to an order for the seller. */
export interface OrderDetails {
  note?: string
  phone?: string
  address?: string
}

const textMax = 500

/**
 * Changes the customer's details on an order that is not being paid yet. Refuses `invalid_request`. Refuses
 * `refused_transition` if the order waits for money, has ended, or belongs to another customer.
 */
export async function editOrder(
  app: Needs<'em'>,
  { accountId, mode, customerId }: { accountId: number; mode: Mode; customerId: number },
  token: string,
  { note, phone, address }: OrderDetails,
): Promise<void> {
  refuseWrong({ note, phone, address })
  const changed = await app.em({ accountId, mode }).nativeUpdate(
    Order,
    { token, customer: customerId, status: 'pending' },
    {
      ...(note === undefined ? {} : { note: note.trim() || null }),
      ...(phone === undefined ? {} : { customerPhone: readPhone(phone) }),
      ...(address === undefined ? {} : { address: address.trim() }),
    },
  )
  if (changed === 0) throw new Refusal('refused_transition', 'The order cannot be changed any more')
}

function refuseWrong({ note, phone, address }: { [Key in keyof OrderDetails]: string | undefined }): void {
  const fields: FieldError[] = []
  if (phone !== undefined && !isPhone(phone))
    fields.push({ path: 'phone', error: 'is a phone number: 0812-3456-7890', code: 'not_a_phone' })
  for (const [path, text] of Object.entries({ note, address })) {
    if (text !== undefined && text.length > textMax) {
      fields.push({ path, error: `has ${textMax} characters at most`, code: 'too_long', max: textMax })
    }
  }
  if (fields.length === 0) return
  throw refuseFields(fields)
}
