import { type FieldError, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface CustomerUpdate {
  phone?: string
  address?: string
  language?: 'id' | 'en'
}

/** Keeps what a customer told. Refuses `invalid_request` for what is too long, `not_found` for no customer of this account. */
export async function updateCustomer(
  app: Needs<'sql'>,
  accountId: number,
  customerId: number,
  { phone, address, language }: CustomerUpdate,
): Promise<void> {
  const fields: FieldError[] = []
  if (phone !== undefined && !isPhone(phone)) fields.push({ path: 'phone', error: 'is a phone number: 0812-3456-7890' })
  if (address !== undefined && (address.trim() === '' || address.length > addressMax)) {
    fields.push({ path: 'address', error: `has 1 to ${addressMax} characters` })
  }
  if (fields.length > 0) {
    throw new Refusal('invalid_request', fields.map(field => `${field.path}: ${field.error}`).join('; '), { fields })
  }
  const updated = await app.sql.write(
    `update customer set phone = coalesce($3, phone), address = coalesce($4, address), language = coalesce($5, language)
     where id = $1 and account_id = $2`,
    [customerId, accountId, phone?.trim() ?? null, address?.trim() ?? null, language ?? null],
  )
  if (updated === 0) throw new Refusal('not_found', 'There is no such customer')
}

const addressMax = 500

/** Whether a text can be called: 8 to 15 digits, however they are parted. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return text.length <= 32 && /^\+?[\d\s().-]+$/.test(text.trim()) && digits.length >= 8 && digits.length <= 15
}
