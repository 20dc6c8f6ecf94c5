import type { StoredFailure } from '../../../src/connections/connection.ts'
import type { Explanation } from '../../../src/doctor/explain-payment.ts'
import { explainFailure } from '../../../src/doctor/failure-texts.ts'
import type { MoneySource } from '../../../src/doctor/find-sources.ts'
import { formatCheck } from '../../../src/doctor/format-check.ts'
import { formatExplanation } from '../../../src/doctor/format-explanation.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { moneyTexts } from '../../texts/money-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { shortenLabel as buttonLabel } from '../buttons.ts'

/**
 * Answers "Kenapa belum lunas?" for a merchant with the verdict, the next step and the sources of money that are read.
 * It also lists unread notifications that may report the money, and links the dashboard pages for entering their
 * wording.
 */
export function explanationView(explanation: Explanation, voice: Voice, dashboard: string): Message {
  const { language, moment } = voice
  const words = moneyTexts[language].merchant
  const { is, next } = formatExplanation(explanation, { who: 'merchant', language, moment, merchant: '' })
  const { payment, sources, transfers, unread } = explanation
  const shown = unread.fitting.slice(0, unreadMax)
  const waiting = transfers.filter(({ state }) => state === 'review')
  return {
    text: html`❓ <b>${payment.invoiceId}</b> · ${formatRupiah(payment.finalAmount)}

${is}
${next}${sources.length > 0 && html`\n\n<b>${words.lookedAt}</b>${sources.map(source => sourceLine(source, voice))}`}${
  shown.length > 0 &&
  html`\n\n<b>${words.unread}</b>${shown.map(one => html`\n${moment(one.receivedAt)}: ${one.packageName}`)}`
}`,
    buttons: [
      ...waiting.map(({ id, amount }): Button[] => [
        { text: words.check(formatRupiah(amount)), press: makePress('seemoney', id), style: 'primary' },
      ]),
      ...shown.map(({ id, packageName, connection }): Button[] => [
        {
          text: buttonLabel(words.openUnread(packageName)),
          url: `${dashboard}/connections/${connection.id}/unread/${id}`,
        },
      ]),
    ],
  }
}

const problemMax = 200
const unreadMax = 3

function renderProblem(problem: StoredFailure, language: Voice['language']): Html {
  const { text, detail } = explainFailure(problem, language)
  return html`${text} ${detail && html`<i>${detail.slice(0, problemMax)}</i>`}`
}

function sourceLine(source: MoneySource, { language, t, moment }: Voice): Html {
  const words = moneyTexts[language].merchant
  const { method, label, failures, problem, witnesses } = source
  const { methods } = t.merchant
  const name = Object.hasOwn(methods, method) ? methods[method as keyof typeof methods] : method
  const failing =
    failures > 0 && html` · ${words.failures(failures)}${problem && html`. ${renderProblem(problem, language)}`}`
  const heard = witnesses.map(one => html`\n· ${words.lastWord(one.name, moment(one.lastWordAt))}`)
  return html`\n${name}${label && html` (${label})`}: ${formatCheck(source, words.checks, moment)}${failing}${heard}`
}
