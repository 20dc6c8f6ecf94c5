import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import type { PasskeyQuestion } from '../../people/passkeys/passkey-ceremony.ts'
import { commonTexts } from './common-texts.ts'
import { actButton, hiddenField } from './forms.ts'
import type { Language } from './language.ts'

/** The fields that the form of a passkey sends. */
export const PasskeyFields = z.object({ ticket: z.string().max(2000), answer: z.string().max(20_000) })

/** The scripts of a page with such a form. */
export const passkeyScripts = ['webauthn.js', 'passkey.js'] as const

export interface PasskeyForm {
  aim: 'add' | 'prove'
  act: string
  text: string
  kind?: 'main' | 'quiet'
  /** Additional fields. */
  fields?: Html
}

/** Renders a form that the browser's authenticator answers; hidden until the script has detected one. */
export function passkeyForm(language: Language, { options, ticket }: PasskeyQuestion, form: PasskeyForm): Html {
  const { aim, act, text, kind = 'main', fields } = form
  return html`<form method="post" novalidate data-passkey="${aim}" data-options="${JSON.stringify(options)}" hidden>
    <p class="banner stop" role="alert" hidden>${commonTexts[language].passkeyFailed}</p>
    ${hiddenField('ticket', ticket)}${hiddenField('answer', '')}${fields}${actButton(act, text, kind)}
  </form>`
}
