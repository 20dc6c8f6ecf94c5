import type { MoneySource } from './find-sources.ts'

/** The texts for how far a source was read. */
interface CheckWords {
  paid: string
  upTo(moment: string): string
  never: string
  /** The phone that reports the money has never reported. */
  neverReported: string
  silentSince(moment: string): string
  closed: string
}

/**
 * Returns a text about how far a source was read. If the money has arrived, or a source that is no longer watched
 * was never read, it says only that.
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
