import { z } from 'zod'
import { ConnectorError } from '../connector.ts'
import { jakartaOffset } from '../jakarta.ts'

/** An amount such as `{"value": "10000.00", "currency": "IDR"}`. */
export const Money = z.object({
  value: z.union([z.string(), z.number()]).transform(String),
  currency: z.string(),
})

/**
 * Returns whole rupiah. Throws `unexpected` for another currency, a fraction of a rupiah, or an amount that is not
 * positive.
 */
export function readRupiah({ value, currency }: z.output<typeof Money>): number {
  if (currency !== 'IDR') throw new ConnectorError('unexpected', 'the amount is not in rupiah')
  const whole = /^(\d{1,13})(\.0{1,2})?$/.exec(value)?.[1]
  const amount = Number(whole ?? 0)
  if (amount < 1) throw new ConnectorError('unexpected', 'the amount is not one of whole rupiah')
  return amount
}

/**
 * Reads ISO 8601, or fourteen digits; a time without an offset is Jakarta's. Null for a missing text, or one that is
 * not a time.
 */
export function readTime(text: string | null | undefined): Date | null {
  const iso = (text ?? '').replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6')
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/.exec(iso)
  if (!parts) return null
  const [, day, time, fraction = '', offset = jakartaOffset] = parts
  const date = new Date(`${day}T${time}${fraction.slice(0, 4)}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Restores the dashes of a reference that was sent without them to a provider that accepts at most 25 characters. */
export function restoreDashes(partnerReference: string): string {
  return partnerReference.replace(/^INV([0-9A-Z]{20})(\d+)$/, 'INV-$1-$2')
}
