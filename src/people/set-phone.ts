import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { User } from './user.ts'

/** Sets the phone number of a user (contract 5.5), in the international form. Refuses `invalid_request`. */
export async function setPhone(app: Needs<'em'>, userId: number, input: string): Promise<void> {
  const phone = readUserPhone(input)
  await app.em('shared').nativeUpdate(User, { id: userId }, { phone })
}

/** Returns a phone number in the international form. Refuses `invalid_request`. */
export function readUserPhone(input: string): string {
  const digits = input.replace(/[\s().-]/g, '')
  const phone = digits.replace(/^00/, '+').replace(/^0/, '+62').replace(/^62/, '+62')
  if (!/^\+[1-9]\d{7,14}$/.test(phone))
    throw refuseField('phone', 'is a phone number such as 081234567890', 'not_a_phone')
  return phone
}
