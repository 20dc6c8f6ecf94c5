import { type Button, type Message, makePress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Needs } from '../../../needs.ts'
import { questionAnswers } from '../answer-form.ts'
import { findAppName } from '../app-name.ts'
import type { NotificationForm } from '../entities.ts'
import type { ExaminedForm } from '../examine-form.ts'
import { fingerprintSentence, formatSentence } from '../make-rule.ts'
import { openForm } from '../sealed-form.ts'
import { markPlaces, ruleTexts } from '../texts/rule-texts.ts'

const mark = (name: string): Html => html`<b>‹${name}›</b>`

/** Renders the question about a form, with its text but without the names and numbers in it. */
export function questionView(app: Needs<'connectors' | 'seal'>, form: NotificationForm, language: Language): Message {
  const say = ruleTexts[language]
  const sentence = markPlaces(formatSentence(openForm(app.seal, form)), say, mark)
  return {
    text: html`🔔 <b>${say.asks(findAppName(app, form))}</b>\n\n<blockquote>${sentence}</blockquote>\n\n${say.question}`,
    buttons: [
      [{ text: say.yes, press: makePress('wordyes', form.id), style: 'success' }],
      ...answerButtons(form.id, language),
    ],
  }
}

function answerButtons(formId: number, language: Language): Button[][] {
  const [no, later, never] = questionAnswers.map((answer): Button => {
    return { text: ruleTexts[language].answers[answer], press: makePress('wordno', formId, answer) }
  })
  return [[no!, later!], [never!]]
}

/** Renders the rule that a yes creates, with the notification from which it was derived, and its test results. */
export function previewView({ form, example, open, rule }: ExaminedForm, language: Language): Message {
  const say = ruleTexts[language]
  const back: Button[][] = answerButtons(form.id, language)
  if (!example || !rule) return { text: html`${say.gone}`, buttons: back }
  const quote = html`<blockquote>${example.title && html`<b>${example.title}</b>\n`}${example.text}</blockquote>`
  const { drawn, trial, shadow } = rule
  if (drawn.refused !== null || rule.isContradicted) {
    const why = drawn.refused === null ? say.contradicted : say.refusals[drawn.refused](drawn.word ?? '')
    return { text: html`⚠️ <b>${say.refusedTitle}</b>\n\n${quote}\n\n${why}`, buttons: back }
  }
  const { amount, payerName } = drawn.reading
  const invoices = open.map(({ invoiceId, finalAmount }) => `${invoiceId} (${formatRupiah(finalAmount)})`).join(', ')
  const waiting = shadow.filter(({ invoiceId }) => invoiceId !== null).length
  const sentence = markPlaces(formatSentence(drawn.lesson), say, mark)
  return {
    text: html`${quote}
${invoices === '' ? say.waitedNone : say.waited(invoices)}

${say.ruleIs}
<blockquote>${sentence}</blockquote>
${say.reads(formatRupiah(amount), payerName)}
${say.shadow(shadow.length, waiting)}
${trial && say.tried(trial.known, trial.hostile)}

${say.limits}

<b>${say.makeTitle}</b> ${say.makeSure}`,
    buttons: [
      [{ text: say.make, press: makePress('wordmake', form.id, fingerprintSentence(drawn.lesson)), style: 'success' }],
      ...back,
    ],
  }
}
