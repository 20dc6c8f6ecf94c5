import { refuseField } from '../../lib/refusal.ts'
import { hashPassword, verifyPassword } from '../../people/password.ts'

/** Returns the hash of a PIN. Refuses `invalid_request` for anything but six digits, and for common PINs. */
export async function hashPin(pin: string): Promise<string> {
  checkPin(pin)
  return hashPassword(messageOf(pin))
}

/** Refuses `invalid_request` for anything but six digits, and for common PINs. */
export function checkPin(pin: string): void {
  if (!pinPattern.test(pin)) throw refuseField('pin', 'has six digits', 'malformed')
  if (isObvious(pin)) throw refuseField('pin', 'is not six alike digits, nor a row such as 123456', 'not_allowed')
}

/** Compares a PIN. A null hash, for an unknown cashier, takes equally long and is false. */
export async function matchesPin(pin: string, hash: string | null): Promise<boolean> {
  return pinPattern.test(pin) && (await verifyPassword(messageOf(pin), hash)).isRight
}

const pinPattern = /^\d{6}$/
const rows = '01234567890 09876543210'

function isObvious(pin: string): boolean {
  return new Set(pin).size === 1 || rows.includes(pin)
}

// Longer than a PIN, because a password has at least eight characters.
const messageOf = (pin: string) => `pin ${pin}`
