import { z } from 'zod'
import { answerConnecting } from '../../../connecting/answer-connecting.ts'
import type { Connecting } from '../../../connecting/connect-step.ts'
import { findConnecting } from '../../../connecting/start-connecting.ts'
import { type Html, html } from '../../../lib/html.ts'
import { linkButton, narrowCard } from '../../parts/card.ts'
import { actButton, banner, field } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { moment } from '../../parts/moment.ts'
import { page, type ViewContext } from '../../parts/page.ts'
import { actingUser, type Visit } from '../../parts/visit.ts'
import { refusedConnecting } from './connect.ts'
import { connectionTexts } from './connection-texts.ts'

const Input = z.object({ attempt: RowId })

/** Asks for the OTP and then the PIN of a wallet that is being connected. */
export const connectingPage = page({
  path: '/dashboard/connecting/:attempt',
  role: 'settings',
  input: Input,
  load: (app, { scope }, { attempt }) => findConnecting(app, scope, attempt),
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
        nextPage(await answerConnecting(app, connectingOwner(visit), attempt, { code: code.trim() })),
    },
    again: {
      run: async (app, visit, _fields, { attempt }) => ({
        ...nextPage(await answerConnecting(app, connectingOwner(visit), attempt, { resend: true })),
        done: 'sent' as const,
      }),
    },
  },
})

function connectingOwner(visit: Visit) {
  return { ...visit.scope, by: actingUser(visit) }
}

function nextPage({ state, connectionId }: Connecting) {
  return state === 'connected' ? { to: `/dashboard/connections/${connectionId}`, done: 'connected' as const } : {}
}

type ConnectingView = ViewContext<Visit, z.infer<typeof Input>, Connecting>

function codeForm({ app, language, visit, loaded, refusal, to }: ConnectingView): Html {
  const say = connectionTexts[language]
  const { state, sentTo, attemptsLeft, expiresAt } = loaded
  const isOtp = state === 'otp'
  const code = field({
    name: 'code',
    label: isOtp ? say.otp : say.pin,
    type: isOtp ? 'text' : 'password',
    hint: `${say.left(attemptsLeft)} ${say.until(moment(app, language, expiresAt))}`,
    autocomplete: isOtp ? 'one-time-code' : 'off',
    inputmode: 'numeric',
    maxlength: 8,
    isFocused: true,
  })
  return narrowCard(
    isOtp ? say.otpTitle : say.pinTitle,
    html`<p>${isOtp ? say.otpText(sentTo ?? say.otpPhone) : say.pinText}</p>
      ${visit.mode === 'test' && !app.config.production && banner('warn', say.sandboxOtp)}
      ${refusedConnecting({ language, refusal, labels: say.fields })}
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
function problemBanner(language: Language, { problem, reason }: Connecting): Html | null {
  if (reason === null) return null
  const detail = reason === 'not_accepted' && problem
  return banner(
    'stop',
    html`${connectionTexts[language].problems[reason]}${detail && html` <small lang="en">${detail}</small>`}`,
  )
}
