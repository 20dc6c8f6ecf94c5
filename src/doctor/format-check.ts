import type { MoneySource } from './find-sources.ts'

/** The words of one door for how far a place was read. */
interface CheckWords {
  paid: string
  upTo(moment: string): string
  never: string
  closed: string
}

/**
 * Returns how far a place was read; where the money has come, or nobody looks any more and nothing was read, that is
 * all there is to say.
 */
export function formatCheck(
  { isPaidWay, checkedAt, state }: Pick<MoneySource, 'isPaidWay' | 'checkedAt' | 'state'>,
  words: CheckWords,
  moment: (date: Date) => string,
): string {
  if (isPaidWay) return words.paid
  if (checkedAt) return words.upTo(moment(checkedAt))
  return state === 'closed' ? words.closed : words.never
}
