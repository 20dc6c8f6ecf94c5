import { formatRupiah } from '../lib/money.ts'
import type { Explanation } from './explain-payment.ts'
import { explanationTexts } from './explanation-texts.ts'
import { explainFailure } from './failure-texts.ts'

interface Reader {
  who: keyof typeof explanationTexts
  language: 'id' | 'en'
  /** Formats a moment for this channel. */
  moment(date: Date): string
  merchant: string
}

/** Returns an explanation in the words of its reader: the known facts, and what to do next. */
export function formatExplanation(
  explanation: Pick<Explanation, 'payment' | 'verdict' | 'amounts' | 'checkedAt' | 'silence' | 'sources'>,
  { who, language, moment, merchant }: Reader,
): { is: string; next: string } {
  const { payment, verdict, amounts, checkedAt, silence, sources } = explanation
  const failed = sources.find(({ state, problem }) => state === 'failed' && problem !== null)?.problem
  return explanationTexts[who][language][verdict]({
    due: formatRupiah(payment.finalAmount),
    amounts: amounts.map(formatRupiah).join(' + '),
    deadline: moment(payment.expiresAt),
    checked: checkedAt && moment(checkedAt),
    silence: silence && { since: silence.reportedAt && moment(silence.reportedAt) },
    merchant,
    // Our own message would only repeat the verdict.
    refusal: (failed && explainFailure(failed, language).detail) ?? null,
  })
}
