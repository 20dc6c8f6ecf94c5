import type { Texts } from '../texts/texts.ts'

/** Returns the mark after a title that identifies test mode. */
export function testMark(isTest: boolean, { merchant }: Pick<Texts, 'merchant'>): string | false {
  return isTest && ` · ${merchant.test}`
}
