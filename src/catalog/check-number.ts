import { refuseField } from '../lib/refusal.ts'

/** Refuses `invalid_request` for the field unless the number is an integer from `from` to `to`. */
export function checkNumber(field: string, number: number, { from, to }: { from: number; to: number }): void {
  if (Number.isInteger(number) && number >= from && number <= to) return
  throw refuseField(field, `is a whole number from ${from} to ${to}`, { code: 'out_of_range', min: from, max: to })
}
