import { Type } from '@mikro-orm/core'

/** 'infinity' of a `timestamptz`, represented as the last moment of a Date. */
export const forEver = new Date(8.64e15)
/** '-infinity', represented as the first moment of a Date. */
export const firstMoment = new Date(-8.64e15)

/** Returns the moment; null if it is infinitely far in the future. */
export function endOrNull(moment: Date): Date | null {
  return moment.getTime() === forEver.getTime() ? null : moment
}

/** A moment that may be infinitely far in the future or past: `p.type(OpenEnded)`. */
export class OpenEnded extends Type<Date, string> {
  override convertToDatabaseValue(value: Date | string): string {
    if (typeof value === 'string') return value
    if (value.getTime() === forEver.getTime()) return 'infinity'
    if (value.getTime() === firstMoment.getTime()) return '-infinity'
    return value.toISOString()
  }

  override convertToJSValue(value: string | number | Date): Date {
    if (value === 'infinity' || value === Number.POSITIVE_INFINITY) return forEver
    if (value === '-infinity' || value === Number.NEGATIVE_INFINITY) return firstMoment
    return new Date(value)
  }

  override getColumnType(): string {
    return 'timestamptz'
  }

  override compareAsType(): string {
    return 'string'
  }
}
