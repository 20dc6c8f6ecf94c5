import { refuseField } from '../lib/refusal.ts'

/** Refuses `invalid_request`, naming the field, for what is no whole number within these, both included. */
export function checkNumber(field: string, number: number, { from, to }: { from: number; to: number }): void {
  if (Number.isInteger(number) && number >= from && number <= to) return
  throw refuseField(field, `is a whole number from ${from} to ${to}`, { code: 'out_of_range', min: from, max: to })
}
