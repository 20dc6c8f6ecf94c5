import { formatRupiah } from '../../lib/money.ts'

// The parts of which sentences about events are made. The values are those of an event's body.

/** Returns a text or a number as text, and a dash for anything else. */
export function showValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '-'
}

/** Quotes text written by a stranger, so that it cannot pass for the shop's own words. */
export function quoteValue(value: unknown): string {
  return `“${showValue(value).replaceAll(/[“”„"]/g, "'")}”`
}

export function showRupiah(value: unknown): string {
  return formatRupiah(Number(value))
}
