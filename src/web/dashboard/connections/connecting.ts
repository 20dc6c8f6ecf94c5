import { z } from 'zod'
import { answerConnectAttempt } from '../../../connecting/answer-connect-attempt.ts'
import type { ConnectAttemptView } from '../../../connecting/connect-step.ts'
import { findConnectAttempt } from '../../../connecting/start-connect-attempt.ts'
import { type Html, html } from '../../../lib/html.ts'
import { linkButton, narrowCard } from '../../parts/card.ts'
import { actButton, banner, field } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { renderConnectRefusal } from './connect.ts'
import { connectionTexts } from './connection-texts.ts'

const Input = z.object({ attempt: RowId })

/** Asks for the OTP and then the PIN of a wallet that is being connected. */
export const connectingPage = definePage({
  path: '/dashboard/connecting/:attempt',
  role: 'settings',
  input: Input,
  load: (app, { scope }, { attempt }) => findConnectAttempt(app, scope, attempt),
  view(view) {
    const say = connectionTexts[view.language]
    const { state } = view.loaded
    if (state === 'otp' || state === 'pin')
      return { title: state === 'otp' ? say.otpTitle : say.pinTitle, body: codeForm(view) }
    return { title: say.endedTitle, body: renderOutcome(view) }
  },
  act: {
    answer: {
      fields: z.object({ code: z.string().max(20) }),
      run: async (app, visit, { code }, { attempt }) =>
        nextPage(await answerConnectAttempt(app, connectingOwner(visit), attempt, { code: code.trim() })),
    },
    again: {
      run: async (app, visit, _fields, { attempt }) => ({
        ...nextPage(await answerConnectAttempt(app, connectingOwner(visit), attempt, { resend: true })),
        done: 'sent' as const,
      }),
    },
  },
})

function connectingOwner(visit: Visit) {
  return { ...visit.scope, by: makeUserActor(visit) }
}

function nextPage({ state, connectionId }: ConnectAttemptView) {
  return state === 'connected' ? { to: `/dashboard/connections/${connectionId}`, done: 'connected' as const } : {}
}

type ConnectingView = ViewContext<Visit, z.infer<typeof Input>, ConnectAttemptView>

function codeForm({ app, language, visit, loaded, refusal, to }: ConnectingView): Html {
  const say = connectionTexts[language]
  const { state, sentTo, attemptsLeft, expiresAt } = loaded
  const isOtp = state === 'otp'
  const code = field({
    name: 'code',
    label: isOtp ? say.otp : say.pin,
    type: isOtp ? 'text' : 'password',
    hint: `${say.left(attemptsLeft)} ${say.until(formatMoment(app, language, expiresAt))}`,
    autocomplete: isOtp ? 'one-time-code' : 'off',
    inputmode: 'numeric',
    maxlength: 8,
    isFocused: true,
  })
  return narrowCard(
    isOtp ? say.otpTitle : say.pinTitle,
    html`<p>${isOtp ? say.otpText(sentTo ?? say.otpPhone) : say.pinText}</p>
      ${visit.mode === 'test' && !app.config.production && banner('warn', say.sandboxOtp)}
      ${renderConnectRefusal({ language, refusal, labels: say.fields })}
      ${!refusal && problemBanner(language, loaded)}
      <form method="post" novalidate>${code}${actButton('answer', say.connect)}</form>
      ${isOtp && html`<form method="post" novalidate>${actButton('again', say.again, 'quiet')}</form>`}
      <p class="beside"><a href="${to('/dashboard/connections')}">${say.title}</a></p>`,
  )
}

function renderOutcome({ language, loaded, to }: ConnectingView): Html {
  const say = connectionTexts[language]
  const { connectionId, connector, reason } = loaded
  if (connectionId !== null) {
    const toConnection = linkButton(to(`/dashboard/connections/${connectionId}`), say.title)
    return narrowCard(say.on, html`<p>${toConnection}</p>`)
  }
  return narrowCard(
    say.endedTitle,
    html`${reason ? problemBanner(language, loaded) : html`<p>${say.endedText}</p>`}
      <p>${linkButton(to(`/dashboard/connections/add/${connector}`), say.startAgain)}</p>`,
  )
}

/** Renders why the last answer was refused, including the provider's own message if it gives one. */
function problemBanner(language: Language, { problem, reason }: ConnectAttemptView): Html | null {
  if (reason === null) return null
  const detail = reason === 'not_accepted' && problem
  return banner(
    'stop',
    html`${connectionTexts[language].problems[reason]}${detail && html` <small lang="en">${detail}</small>`}`,
  )
}
