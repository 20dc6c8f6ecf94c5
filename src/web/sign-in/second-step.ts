import { z } from 'zod'
import { confirmSignIn } from '../../accounts/confirm-sign-in.ts'
import { sendCode } from '../../accounts/send-code.ts'
import { type SecondStep, User } from '../../accounts/user.ts'
import { html } from '../../lib/html.ts'
import type { Needs } from '../../needs.ts'
import { actButton, banner, field, refusedBanner } from '../forms.ts'
import { safeBack } from '../gate.ts'
import { page, type Shown, type View } from '../page.ts'
import type { Person } from '../visit.ts'
import { signInTexts } from './texts.ts'

const Input = z.object({
  back: z.string().max(500).optional().catch(undefined),
  by: z.enum(['backup']).optional().catch(undefined),
  unsent: z.literal('1').optional().catch(undefined),
})
type Input = z.infer<typeof Input>

const secondStepPageAt = (path: string, home: string) =>
  page({
    path,
    role: 'halfway',
    input: Input,
    load: (app, { session }) => findSecondStep(app, session.userId),
    view: shown => view(shown, path),
    act: {
      confirm: {
        fields: z.object({ code: z.string().max(40) }),
        async run(app, { session, token }, { code }, { back, by }) {
          const secondStep = await findSecondStep(app, session.userId)
          const proof = by ?? (secondStep === 'totp' ? 'totp' : 'bot')
          return {
            session: await confirmSignIn(app, { token, by: proof, code: code.trim() }),
            to: safeBack(back, home),
          }
        },
      },
      again: {
        async run(app, { session }) {
          await sendCode(app, { userId: session.userId, purpose: 'sign_in', sessionId: session.id })
          return { to: path, done: 'sent' }
        },
      },
    },
  })

export const secondStepPage = secondStepPageAt('/sign-in/code', '/dashboard')
export const operatorSecondStepPage = secondStepPageAt('/operator/sign-in/code', '/operator')

async function findSecondStep(app: Needs<'em'>, userId: number): Promise<SecondStep> {
  const { secondStep } = await app.em('installation').findOneOrFail(User, userId, { fields: ['secondStep'] })
  return secondStep
}

function view(
  { language, refusal, loaded: secondStep, input, to }: Shown<Person, Input, SecondStep>,
  path: string,
): View {
  const say = signInTexts[language]
  const isBackup = input.by === 'backup'
  const byBot = secondStep === 'bot' && !isBackup
  const text = isBackup ? say.codeByBackup : byBot ? say.codeByBot : say.codeByApp
  const code = isBackup
    ? field({ name: 'code', label: say.backupCode, autocomplete: 'off', maxlength: 40, isFocused: true })
    : field({
        name: 'code',
        label: say.code,
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 6,
        isFocused: true,
      })
  const { back } = input
  return {
    title: say.codeTitle,
    body: html`<section class="card narrow"><h1>${say.codeTitle}</h1>
${refusal && (refusal.code === 'unauthorized' ? banner('stop', say.codeWrong) : refusedBanner({ language, refusal }))}
${!refusal && byBot && input.unsent ? banner('warn', say.codeUnsent) : html`<p>${text}</p>`}
<form method="post">${code}${actButton('confirm', say.confirm)}</form>
${byBot && html`<form method="post">${actButton('again', say.sendAgain, 'quiet')}</form>`}
<p class="beside">${isBackup ? html`<a href="${to(path, { back })}">${say.useCode}</a>` : html`<a href="${to(path, { back, by: 'backup' })}">${say.useBackup}</a>`}</p></section>`,
  }
}
