import { phoneDigits } from '../../lib/phone.ts'

/**
 * The address that opens WhatsApp with a prepared text, to a phone number in any notation. Without a valid number
 * WhatsApp lets the sender pick a chat.
 */
export function whatsAppAddress(phone: string | null, text: string): string {
  const digits = phoneDigits(phone ?? '')
  const to = /^[1-9]\d{7,14}$/.test(digits) ? digits : ''
  return `https://wa.me/${to}?text=${encodeURIComponent(text)}`
}
