import { Type } from '@mikro-orm/core'

/** 'infinity' and '-infinity' of a `timestamptz`, as the last and the first moment that a Date can be. */
const lastMoment = new Date(8.64e15)
const firstMoment = new Date(-8.64e15)

/** A moment that may be for ever ahead, or have never been: `p.type(OpenEnded)`. */
export class OpenEnded extends Type<Date, string> {
  override convertToDatabaseValue(value: Date | string): string {
    if (typeof value === 'string') return value
    if (value.getTime() === lastMoment.getTime()) return 'infinity'
    if (value.getTime() === firstMoment.getTime()) return '-infinity'
    return value.toISOString()
  }

  override convertToJSValue(value: string | number | Date): Date {
    if (value === 'infinity' || value === Number.POSITIVE_INFINITY) return lastMoment
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
