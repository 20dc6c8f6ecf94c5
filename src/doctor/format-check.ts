import type { MoneySource } from './find-sources.ts'

/** The words of one door for how far a place was read. */
interface CheckWords {
  paid: string
  upTo(moment: string): string
  never: string
  /** The phone that reports the money has never done so. */
  neverReported: string
  silentSince(moment: string): string
  closed: string
}

/**
 * Returns how far a source was read. If the money has arrived, or the source is not watched any longer and was never
 * read, that fact is all.
 */
export function formatCheck(
  { isPaidWay, checkedAt, state, phone }: Pick<MoneySource, 'isPaidWay' | 'checkedAt' | 'state' | 'phone'>,
  words: CheckWords,
  moment: (date: Date) => string,
): string {
  if (isPaidWay) return words.paid
  if (checkedAt) return words.upTo(moment(checkedAt))
  if (phone) return phone.reportedAt ? words.silentSince(moment(phone.reportedAt)) : words.neverReported
  return state === 'closed' ? words.closed : words.never
}
