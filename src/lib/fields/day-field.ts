import type { Calendar } from '../calendar.ts'
import type { Field, FieldValue } from './field.ts'

/** Returns the value of a field as its column stores it: a day becomes the moment at its edge. */
export function toStored(calendar: Calendar, { kind, edge }: Field, value: FieldValue): FieldValue | Date {
  if (kind !== 'day' || typeof value !== 'string') return value
  return edge === 'end' ? calendar.endOfDay(value) : calendar.startOfDay(value)
}

/** Returns the value of a field from its column: a moment becomes the day that it begins or ends. */
export function fromStored(calendar: Calendar, { edge }: Field, stored: FieldValue | Date): FieldValue {
  if (!(stored instanceof Date)) return stored
  // The stored end is the first moment of the following day.
  return calendar.formatDay(edge === 'end' ? new Date(stored.getTime() - 1) : stored)
}
