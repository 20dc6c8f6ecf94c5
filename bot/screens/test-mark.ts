import type { Texts } from '../texts/texts.ts'

/** Behind a title: what follows is about play money. */
export function testMark(isTest: boolean, { merchant }: Pick<Texts, 'merchant'>): string | false {
  return isTest && ` · ${merchant.test}`
}
