import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { confirmSignIn } from '../../people/confirm-sign-in.ts'
import { Passkey } from '../../people/passkeys/passkey.ts'
import { arePasskeysSupported, type PasskeyQuestion, requestPasskey } from '../../people/passkeys/passkey-ceremony.ts'
import { findNextCodeTime, sendCode } from '../../people/send-code.ts'
import { type SecondStep, User } from '../../people/user.ts'
import { narrowCard } from '../parts/card.ts'
import { formatWait } from '../parts/format-wait.ts'
import { actButton, banner, codeField, field, refusedBanner } from '../parts/forms.ts'
import { toSafePath } from '../parts/gate.ts'
import { Mark } from '../parts/inputs.ts'
import { definePage, type View, type ViewContext } from '../parts/page.ts'
import { PasskeyFields, passkeyForm, passkeyScripts } from '../parts/passkey-form.ts'
import type { Person } from '../parts/visit.ts'
import { type SignInTexts, signInTexts } from './texts.ts'

const Input = z.object({
  back: z.string().max(500).optional().catch(undefined),
  by: z.enum(['backup']).optional().catch(undefined),
  unsent: Mark,
})
type Input = z.infer<typeof Input>

const secondStepPageAt = (path: string, home: string) =>
  definePage({
    path,
    role: 'halfway',
    input: Input,
    load: (app, { session }) => readSecondStep(app, session.userId),
    view: view => stepView(view, path),
    act: {
      confirm: {
        fields: z.object({ code: z.string().max(40) }),
        async run(app, { session, token }, { code }, { back, by }) {
          const { secondStep } = await readSecondStep(app, session.userId)
          const proof = by ?? (secondStep === 'totp' ? 'totp' : 'bot')
          return {
            session: await confirmSignIn(app, { token, by: proof, code: code.trim() }),
            to: toSafePath(back, home),
          }
        },
      },
      passkey: {
        fields: PasskeyFields,
        async run(app, { token }, passkey, { back }) {
          return { session: await confirmSignIn(app, { token, by: 'passkey', passkey }), to: toSafePath(back, home) }
        },
      },
      again: {
        async run(app, { session }) {
          const { secondStep } = await readSecondStep(app, session.userId)
          if (secondStep !== 'bot') throw new Refusal('unavailable', 'No code is sent to this user')
          await sendCode(app, { userId: session.userId, purpose: 'sign_in', sessionId: session.id })
          return { to: path, done: 'sent' }
        },
      },
    },
  })

export const secondStepPage = secondStepPageAt('/sign-in/code', '/dashboard')
export const operatorSecondStepPage = secondStepPageAt('/operator/sign-in/code', '/operator')

interface CodePrompt {
  secondStep: SecondStep
  /** The seconds until the next code can be requested through the bot; null if that is possible now. */
  nextCodeS: number | null
  /** The passkey challenge; null for a user without a passkey. */
  passkey: PasskeyQuestion | null
}

async function readSecondStep(app: Needs<'em' | 'seal' | 'config' | 'now'>, userId: number): Promise<CodePrompt> {
  const em = app.em('shared')
  const { secondStep } = await em.findOneOrFail(User, userId, { fields: ['secondStep'] })
  const hasPasskey = arePasskeysSupported(app) && (await em.count(Passkey, { user: userId })) > 0
  const nextAt = secondStep === 'bot' ? await findNextCodeTime(app, { userId, purpose: 'sign_in' }) : null
  const nextCodeS = nextAt && (nextAt.getTime() - app.now().getTime()) / 1000
  return { secondStep, nextCodeS, passkey: hasPasskey ? await requestPasskey(app, userId) : null }
}

function stepView(view: ViewContext<Person, Input, CodePrompt>, path: string): View {
  const { language, refusal, loaded, input } = view
  const { secondStep, passkey } = loaded
  const say = signInTexts[language]
  const isBackup = input.by === 'backup'
  const byBot = secondStep === 'bot' && !isBackup
  const byPasskey = secondStep === 'passkey' && !isBackup
  const kind = byPasskey ? 'main' : 'quiet'
  const confirm = html`<form method="post" novalidate>
    ${proofField(say, isBackup)}${actButton('confirm', say.confirm)}
  </form>`
  return {
    title: say.codeTitle,
    script: passkey ? passkeyScripts : [],
    body: narrowCard(
      say.codeTitle,
      html`
        ${refusal?.code === 'unauthorized' ? banner('stop', say.codeWrong) : refusedBanner({ language, refusal })}
        ${explanationText(view)}
        ${byPasskey ? html`<p data-without-passkey>${say.noPasskeyHere}</p>` : confirm}
        ${passkey && passkeyForm(language, passkey, { aim: 'prove', act: 'passkey', text: say.usePasskey, kind })}
        ${byBot && html`<form method="post" novalidate>${actButton('again', say.sendAgain, 'quiet')}</form>`}
        <p class="beside">${otherProof(view, path)}</p>`,
    ),
  }
}

function proofField(say: SignInTexts, isBackup: boolean): Html {
  return isBackup
    ? field({ name: 'code', label: say.backupCode, autocomplete: 'off', maxlength: 40, isFocused: true })
    : codeField(say.code)
}

/** Returns a text about where the code comes from, or why none was sent. */
function explanationText({ language, refusal, loaded, input }: ViewContext<Person, Input, CodePrompt>): Html {
  const say = signInTexts[language]
  const { secondStep, nextCodeS } = loaded
  const isBackup = input.by === 'backup'
  if (!refusal && secondStep === 'bot' && !isBackup && input.unsent) {
    return banner('warn', nextCodeS === null ? say.codeUnsent : say.codesUsedUp(formatWait(language, nextCodeS)))
  }
  const texts = { none: '', bot: say.codeByBot, totp: say.codeByApp, passkey: say.codeByPasskey }
  return html`<p>${isBackup ? say.codeByBackup : texts[secondStep]}</p>`
}

function otherProof({ language, loaded, input, to }: ViewContext<Person, Input, CodePrompt>, path: string): Html {
  const say = signInTexts[language]
  const { back, by } = input
  if (by !== 'backup') return html`<a href="${to(path, { back, by: 'backup' })}">${say.useBackup}</a>`
  return html`<a href="${to(path, { back })}">${loaded.secondStep === 'passkey' ? say.usePasskey : say.useCode}</a>`
}
