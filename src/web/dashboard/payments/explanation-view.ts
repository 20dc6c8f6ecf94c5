import { findConnectorName } from '../../../connectors/connector-name.ts'
import type { Explanation, PaymentStep } from '../../../doctor/explain-payment.ts'
import type { MoneySource } from '../../../doctor/find-sources.ts'
import { formatCheck } from '../../../doctor/format-check.ts'
import { formatExplanation } from '../../../doctor/format-explanation.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { mayDo } from '../../../people/membership.ts'
import { chip } from '../../parts/card.ts'
import { failureView } from '../../parts/failure-view.ts'
import type { Language } from '../../parts/language.ts'
import { findMethodName } from '../../parts/method-names.ts'
import { formatMoment, timeElement } from '../../parts/moment.ts'
import type { ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { paymentTexts } from './payment-texts.ts'

type Explained = Pick<ViewContext<Visit, unknown, Explanation>, 'app' | 'language' | 'loaded' | 'visit' | 'to'>

/** Renders "Kenapa belum lunas?": the verdict, the next step, the sources of money, and the timeline. */
export function explanationView(view: Explained): Html {
  const { app, language, loaded } = view
  const say = paymentTexts[language]
  const formatTime = (date: Date) => formatMoment(app, language, date)
  const { is, next } = formatExplanation(loaded, { who: 'merchant', language, moment: formatTime, merchant: '' })
  const at = (date: Date) => timeElement(app, language, date, 'exact')
  const isPaid = loaded.payment.status === 'paid'
  const sources = loaded.sources.map(source => sourceRow(source, language, formatTime))
  const steps = loaded.steps.map(step => html`<li>${at(step.at)}${stepView(step, language)}</li>`)
  const waiting = loaded.callbacks
    .filter(({ attempts }) => attempts.length === 0)
    .map(({ url, createdAt }) => {
      const callback = html`<b>${say.callback(url)}</b> <small>${say.callbackWaiting}</small>`
      return html`<li>${at(createdAt)}${callback}</li>`
    })
  return html`
    <h2>${isPaid ? say.whyPaid : say.whyNotPaid}</h2>
    <p data-testid="verdict" data-verdict="${loaded.verdict}"><b>${is}</b></p>
    <p>${next}</p>
    ${unreadRows(view)}
    ${sources.length > 0 && html`<details><summary>${say.sources}</summary><dl>${sources}</dl></details>`}
    <h3>${say.timeline}</h3>
    <ol class="timeline">${steps}${waiting}</ol>`
}

/**
 * Renders the notifications that may report its money. A member who may decide about money can open them and teach
 * their wording.
 */
function unreadRows({ app, language, visit, loaded: { unread }, to }: Explained): Html | false {
  const say = paymentTexts[language]
  const rows = unread.fitting.map(({ id, packageName, receivedAt, connection }) => {
    const its = `/dashboard/connections/${connection.id}`
    const link = mayDo(visit.account.role, 'money')
      ? html`<a href="${to(`${its}/unread/${id}`)}">${say.openUnread}</a>`
      : html`<a href="${to(its)}">${say.openConnection}</a>`
    return html`<div><dt>${formatMoment(app, language, receivedAt)}</dt><dd>${packageName}<br>${link}</dd></div>`
  })
  const others = unread.otherApps.map(({ packageName, count }) => `${packageName} (${count})`).join(', ')
  if (rows.length === 0 && others === '') return false
  return html`<h3>${say.unread}</h3>
    ${rows.length > 0 && html`<dl>${rows}</dl>`}
    ${others && html`<p><small>${say.otherApps} ${others}</small></p>`}`
}

function sourceRow(source: MoneySource, language: Language, moment: (date: Date) => string): Html {
  const say = paymentTexts[language]
  const { method, connector, label, state, failures, problem } = source
  const isChecked = state === 'open' || state === 'closed'
  const checked = isChecked ? formatCheck(source, say.checks, moment) : say.sourceStates[state]
  const provider = label ?? findConnectorName(language, connector)
  const name = html`${findMethodName(language, method)}<small> ${provider}</small>`
  const failing = failures > 0 && html`<br>${chip('bad', say.failures(failures))}`
  const reason = problem && html`<br><small>${failureView(problem, language)}</small>`
  const witnesses = source.witnesses.map(one => {
    return html`<br><small>${say.lastWord(one.name, moment(one.lastWordAt))}</small>`
  })
  return html`<div><dt>${name}</dt><dd>${checked}${witnesses}${failing}${reason}</dd></div>`
}

function stepView(step: PaymentStep, language: Language): Html {
  const say = paymentTexts[language]
  switch (step.kind) {
    case 'event':
      return html`<b>${say.events[step.type]}</b>`
    case 'code':
      return html`<b>${say.codeMade}</b> <small>${findMethodName(language, step.method)}</small>`
    case 'transfer': {
      const { amount, payerName, payerApp, reference, state, reason } = step.transfer
      const payer = [payerName, payerApp, reference].filter(Boolean).join(', ')
      const review = state === 'review' && reason && html` ${chip('wait', say.review[reason])}`
      return html`<b>${say.transfer(formatRupiah(amount))}</b> <small>${payer}</small>${review}`
    }
    case 'decision': {
      const { state, resolvedBy, note } = step.transfer
      return html`<b>${say.decided[state]}</b> <small>${[resolvedBy, note].filter(Boolean).join(': ')}</small>`
    }
    case 'callback': {
      const { url, status, durationMs, error } = step
      const answer = status === null ? say.callbackError(error ?? '') : say.callbackAnswer(String(status), durationMs)
      return html`<b>${say.callback(url)}</b> <small>${answer}</small>`
    }
    case 'notice':
      return html`<b>${say.noticeStates[step.state]}</b> <small>${step.notice}</small>`
  }
}
