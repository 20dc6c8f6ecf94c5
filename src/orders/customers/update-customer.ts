import { isPhone, readPhone } from '../../lib/phone.ts'
import { notFound, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'

export interface CustomerUpdate {
  phone?: string
  address?: string
  language?: 'id' | 'en'
}

/**
 * Stores the details that a customer entered. Refuses `invalid_request` if a value is too long, and `not_found` if the
 * account has no such customer.
 */
export async function updateCustomer(
  app: Needs<'em'>,
  accountId: number,
  customerId: number,
  { phone, address, language }: CustomerUpdate,
): Promise<void> {
  const fields: FieldError[] = []
  if (phone !== undefined && !isPhone(phone))
    fields.push({ path: 'phone', error: 'is a phone number: 0812-3456-7890', code: 'not_a_phone' })
  if (address !== undefined && (address.trim() === '' || address.length > addressMax)) {
    fields.push({
      path: 'address',
      error: `has 1 to ${addressMax} characters`,
      code: 'wrong_length',
      min: 1,
      max: addressMax,
    })
  }
  if (fields.length > 0) {
    throw refuseFields(fields)
  }
  const em = app.em({ accountId })
  const customer = await em.findOne(Customer, customerId)
  if (!customer) throw notFound('customer')
  if (phone !== undefined) customer.phone = readPhone(phone)
  if (address !== undefined) customer.address = address.trim()
  if (language !== undefined) customer.language = language
  await em.flush()
}

const addressMax = 500
