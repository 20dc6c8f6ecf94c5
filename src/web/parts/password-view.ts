import type { Fields } from '../../http/read-fields.ts'
import { type Html, html, renderVerbatim } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { linkButton, narrowCard } from './card.ts'
import { commonTexts } from './common-texts.ts'
import { actButton, banner, describeRefusal, field } from './forms.ts'
import type { View } from './page.ts'
import type { Guest } from './visit.ts'

/** The field in which the password is entered again. */
export const passwordField = 'password_again'

export interface PasswordPrompt {
  /** The address of the interrupted form. */
  action: string
  /** The page on which users without a password authenticate again. */
  again: string
  /** The fields of the interrupted form, to continue it. */
  kept: Fields
  refusal: Refusal | null
}

/**
 * Renders the prompt to enter the password again, which carries the interrupted form along, so that nothing has to be
 * typed twice.
 */
export function passwordView(visit: Guest, { action, again, kept, refusal }: PasswordPrompt): View {
  const say = commonTexts[visit.language]
  if (visit.session?.hasPassword === false) return withoutPassword(visit, again)
  const password = field({
    name: passwordField,
    label: say.password,
    type: 'password',
    autocomplete: 'current-password',
    isFocused: true,
  })
  const isWrong = refusal?.code === 'unauthorized'
  return {
    title: say.passwordTitle,
    body: narrowCard(
      say.passwordTitle,
      html`<p>${say.passwordText}</p>
        ${refusal && banner('stop', isWrong ? say.passwordWrong : describeRefusal(visit.language, refusal))}
        <form method="post" novalidate action="${action}">
          ${renderCarriedFields(kept)}${password}
          ${actButton(typeof kept.act === 'string' ? kept.act : passwordField, say.goOn)}
        </form>
        ${waysOut(visit, { action, again, kept })}`,
    ),
  }
}

// From a secret page the visitor returns to the home page; for any other, the form is abandoned.
function waysOut({ language }: Guest, { action, again, kept }: Omit<PasswordPrompt, 'refusal'>): Html {
  const say = commonTexts[language]
  const home = action.includes('/operator') ? '/operator' : '/dashboard'
  const at = action.indexOf(home)
  const back = kept.act === undefined && at !== -1 ? action.slice(0, at) + home : action
  // Operators authenticate only by their password.
  const other = home === '/dashboard' && html`<a href="${again}">${say.otherProof}</a> · `
  return html`<p class="beside">${other}<a href="${back}">${say.cancel}</a></p>`
}

/** Renders the fields of an interrupted form, hidden in the form that continues it. */
export function renderCarriedFields(fields: Fields): Html[] {
  return Object.entries(fields)
    .filter(([name]) => name !== passwordField && name !== 'act')
    .flatMap(([name, value]) =>
      [value].flat().map(
        one => html`<textarea name="${name}" hidden>
${renderVerbatim(String(one))}</textarea>`,
      ),
    )
}

// The fields are dropped here, because the user leaves for another site.
function withoutPassword({ language }: Guest, again: string): View {
  const say = commonTexts[language]
  return {
    title: say.proveTitle,
    body: narrowCard(say.proveTitle, html`<p>${say.passwordText}</p><p>${linkButton(again, say.goOn)}</p>`),
  }
}

const secretWord = /^(pin|otp|code|credential|device)s?$|(password|secret|token|key)s?$/i

// A random public id at the end of a name may look like any word.
function isSecret(name: string): boolean {
  const words = name.replace(/_[\w-]{22}$/, '').split(/[_.-]|(?<=[a-z])(?=[A-Z])/)
  return words.some(word => secretWord.test(word))
}

/** Returns the values that may be filled in again in a refused form: no secrets and no files. */
export function selectRefillableFields(fields: Fields): Record<string, string> {
  const carried: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && !isSecret(name)) carried[name] = value
  }
  return carried
}
