import { Type } from '@mikro-orm/core'

/** 'infinity' of a `timestamptz`, represented as the last moment of a Date. */
export const endOfTime = new Date(8.64e15)
/** '-infinity', represented as the first moment of a Date. */
export const startOfTime = new Date(-8.64e15)

/** Returns the moment; null if it is infinitely far in the future. */
export function toNullIfEndless(moment: Date): Date | null {
  return moment.getTime() === endOfTime.getTime() ? null : moment
}

/** A moment that may be infinitely far in the future or past: `p.type(OpenEndedType)`. */
export class OpenEndedType extends Type<Date, string> {
  override convertToDatabaseValue(value: Date | string): string {
    if (typeof value === 'string') return value
    if (value.getTime() === endOfTime.getTime()) return 'infinity'
    if (value.getTime() === startOfTime.getTime()) return '-infinity'
    return value.toISOString()
  }

  override convertToJSValue(value: string | number | Date): Date {
    if (value === 'infinity' || value === Number.POSITIVE_INFINITY) return endOfTime
    if (value === '-infinity' || value === Number.NEGATIVE_INFINITY) return startOfTime
    return new Date(value)
  }

  override getColumnType(): string {
    return 'timestamptz'
  }

  override compareAsType(): string {
    return 'string'
  }
}
