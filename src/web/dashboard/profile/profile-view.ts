import { Html, html } from '../../../lib/html.ts'
import type { ChatLink } from '../../../notices/link-merchant.ts'
import { describeBrowser } from '../../../people/browser-name.ts'
import type { Identity } from '../../../people/identities/identity.ts'
import type { ListedSession } from '../../../people/list-sessions.ts'
import type { Passkey } from '../../../people/passkeys/passkey.ts'
import { arePasskeysSupported, type PasskeyQuestion } from '../../../people/passkeys/passkey-ceremony.ts'
import type { SecondStep } from '../../../people/user.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { card, chip, narrowCard } from '../../parts/card.ts'
import {
  actButton,
  banner,
  codeField,
  copyButton,
  field,
  hiddenField,
  inlineForm,
  refusedBanner,
} from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import type { View, ViewContext } from '../../parts/page.ts'
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts'
import { rowEntry } from '../../parts/table.ts'
import type { Person, Visit } from '../../parts/visit.ts'
import { type ProfileTexts, profileTexts } from './profile-texts.ts'

/** The user's ways to prove their identity, and their open sessions. */
export interface SecurityFacts {
  username: string
  hasPassword: boolean
  secondStep: SecondStep
  passkeys: Passkey[]
  sessions: ListedSession[]
}

export interface Profile extends SecurityFacts {
  hasChat: boolean
  email: string | null
  isEmailVerified: boolean
  linked: Identity[]
}

type ShownSecurity = ViewContext<Person, object, SecurityFacts>
type ShownProfile = ViewContext<Visit, object, Profile>

export function profileView(view: ShownProfile): View {
  const { language, loaded } = view
  const say = profileTexts[language]
  return {
    title: say.title,
    body: html`${profileHead(view, say)}
      <div class="pair">
        <div class="stack">
          ${chatCard(view, say)}
          ${emailCard(view, say)}
          ${secondStepCard(view, say, byBot(loaded, say))}
          ${passkeysCard(view, say)}
        </div>
        <div class="stack">
          ${loaded.hasPassword && passwordCard(view, say)}
          ${providersCard(view, say)}
          ${sessionsCard(view, say)}
        </div>
      </div>`,
  }
}

/** Returns the profile of operators, who have no chat for codes and sign in without a provider. */
export function operatorProfileView(view: ShownSecurity): View {
  const say = profileTexts[view.language]
  return {
    title: say.title,
    body: html`${profileHead(view, say)}
      <div class="pair">
        <div class="stack">${secondStepCard(view, say, null)}${passkeysCard(view, say)}</div>
        <div class="stack">${passwordCard(view, say)}${sessionsCard(view, say)}</div>
      </div>`,
  }
}

function profileHead({ language, refusal, loaded }: ShownSecurity, say: ProfileTexts): Html {
  const labels = { password: say.newPassword, code: say.code, email: say.email }
  const isNeeded = refusal?.code === 'refused_transition'
  return html`<h1>${say.title}</h1>
    <p>${say.username}: <b>${loaded.username}</b></p>
    ${isNeeded ? banner('stop', say.neededToSignIn) : refusedBanner({ language, refusal, labels })}`
}

function chatCard({ loaded: { hasChat } }: ShownProfile, say: ProfileTexts): Html {
  return card(
    html`${say.chat} ${stateChip(hasChat, hasChat ? say.linked : say.notLinked)}`,
    html`<p>${say.chatText}</p>
      <form method="post" novalidate>
        ${actButton('link', hasChat ? say.linkAnother : say.link, hasChat ? 'quiet' : 'main')}
        ${hasChat && actButton('unlink', say.unlink, 'link')}
      </form>`,
  )
}

function emailCard({ app, loaded, given, fieldErrors: errors }: ShownProfile, say: ProfileTexts): Html {
  const { email, isEmailVerified } = loaded
  const emailState =
    email !== null && stateChip(isEmailVerified, isEmailVerified ? say.emailVerified : say.emailUnverified)
  const address = field({
    name: 'email',
    label: say.email,
    hint: say.emailHint,
    type: 'email',
    value: given.email ?? email,
    autocomplete: 'email',
    isOptional: true,
    maxlength: 254,
    errors,
  })
  return card(
    html`${say.email} ${emailState}`,
    html`<p>${app.config.mail ? say.emailTextMailed : say.emailText}</p>
      <form method="post" novalidate>
        ${address}${actButton('email', say.saveEmail, 'quiet')}
        ${app.config.mail && email !== null && !isEmailVerified && actButton('confirm_email', say.confirmEmail, 'link')}
      </form>`,
  )
}

function byBot({ secondStep, hasChat }: Profile, say: ProfileTexts): Html | null {
  if (secondStep === 'bot') return null
  return hasChat
    ? actButton('bot', say.useBot, secondStep === 'none' ? 'main' : 'quiet')
    : html`<p><small>${say.chatFirst}</small></p>`
}

function secondStepCard(
  { loaded: { secondStep, passkeys } }: ShownSecurity,
  say: ProfileTexts,
  bot: Html | null,
): Html {
  const byKey = secondStep !== 'passkey' && passkeys.length > 0 && actButton('bykey', say.usePasskey, 'quiet')
  return card(
    html`${say.secondStep} ${stateChip(secondStep !== 'none', say.steps[secondStep])}`,
    html`<p>${say.secondStepText}</p>
      <form method="post" novalidate>
        ${bot}
        ${byKey}
        ${actButton('totp', secondStep === 'totp' ? say.newTotp : say.useTotp, 'quiet')}
        ${actButton('codes', say.newCodes, 'quiet')}
        ${secondStep !== 'none' && actButton('off', say.off, 'danger')}
      </form>
      <p><small>${say.codesFor}</small></p>`,
  )
}

function passwordCard({ fieldErrors: errors, loaded }: ShownSecurity, say: ProfileTexts): Html {
  const shared = { type: 'password', maxlength: 128 } as const
  const current = field({
    ...shared,
    name: 'current_password',
    label: say.currentPassword,
    autocomplete: 'current-password',
  })
  const fresh = field({
    ...shared,
    name: 'new_password',
    label: say.newPassword,
    hint: say.passwordHint,
    autocomplete: 'new-password',
    minlength: 8,
    errors,
  })
  return card(
    say.password,
    html`<form method="post" novalidate>
      <input type="text" name="username" value="${loaded.username}" autocomplete="username" hidden>
      ${current}${fresh}${actButton('password', say.changePassword)}
    </form>`,
  )
}

function passkeysCard({ app, language, loaded: { passkeys } }: ShownSecurity, say: ProfileTexts): Html | null {
  if (!arePasskeysSupported(app)) return null
  const format = (at: Date) => formatMoment(app, language, at)
  const rows = passkeys.map(({ id, label, createdAt, usedAt }) => {
    const used = usedAt ? `${say.lastUsed} ${format(usedAt)}` : `${say.since} ${format(createdAt)}`
    const drop = inlineForm({ passkey: id }, actButton('drop', say.removePasskey, 'link'))
    return html`<li>${rowEntry(label, used)}${drop}</li>`
  })
  return card(
    say.passkeys,
    html`<p>${say.passkeysText}</p>
      ${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
      <form method="post" novalidate>${actButton('passkey', say.addPasskey, 'quiet')}</form>`,
  )
}

function providersCard({ app, language, loaded: { linked } }: ShownProfile, say: ProfileTexts): Html | null {
  const providers = app.config.identityProviders
  if (providers.length + linked.length === 0) return null
  const nameOf = (issuer: string) => providers.find(one => one.issuer === issuer)?.name ?? issuer
  const free = providers.filter(({ issuer }) => !linked.some(one => one.issuer === issuer))
  const rows = linked.map(({ issuer, subject, email, usedAt }) => {
    const used = html`${email && `${email} · `}${say.lastUsed} ${formatMoment(app, language, usedAt)}`
    const forget = inlineForm({ issuer, subject }, actButton('forget', say.unlinkProvider, 'link'))
    return html`<li>${rowEntry(nameOf(issuer), used)}${forget}</li>`
  })
  const forms = free.map(({ id, name }) => {
    const link = actButton('provider', say.linkProvider(name), 'quiet')
    return html`<form method="post" novalidate>${hiddenField('provider', id)}${link}</form>`
  })
  return card(
    say.providers,
    html`<p>${say.providersText}</p>
      ${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
      ${forms}`,
  )
}

function sessionsCard({ app, language, loaded: { sessions }, visit }: ShownSecurity, say: ProfileTexts): Html {
  const rows = sessions.map(({ id, seenAt, address, userAgent }) => {
    const isHere = id === visit.session.id
    const end = isHere ? chip('good', say.here) : inlineForm({ session: id }, actButton('revoke', say.revoke, 'link'))
    const lastSeen = html`<small>${say.seen} ${formatMoment(app, language, seenAt)}</small>`
    return html`<li><span>${describeBrowser(userAgent)} · ${address}${lastSeen}</span>${end}</li>`
  })
  return card(
    say.sessions,
    html`<ul class="rows">${rows}</ul>
      ${sessions.length > 1 && inlineForm({}, html`${actButton('others', say.revokeOthers, 'quiet')}`)}`,
  )
}

function stateChip(isOn: boolean, text: string): Html {
  return chip(isOn ? 'good' : '', text)
}

/** Renders the link into the chat, for this device and for another one's camera. */
export function linkView(t: ProfileTexts, { url: telegram, localUrl, start, username }: ChatLink): View {
  const url = localUrl ?? telegram
  return {
    title: t.link,
    body: narrowCard(
      t.link,
      html`<p>${t.linkText}</p>
        <p><a class="button" href="${url}" target="_blank" rel="noopener noreferrer">${t.openTelegram}</a></p>
        <figure class="qr">${new Html(qrSvg(url))}<figcaption><span>${t.linkScan}</span></figcaption></figure>
        <p><small>${t.linkByHand(username)} <code>/start ${start}</code></small></p>
        <form method="get"><button class="button quiet">${t.ready}</button></form>`,
    ),
  }
}

/** Renders the code of an authenticator's secret, and the field that proves it was scanned. */
export function totpView(t: ProfileTexts, { secret, url }: { secret: string; url: string }): View {
  const code = codeField(t.code)
  return {
    title: t.useTotp,
    body: narrowCard(
      t.useTotp,
      html`<p>${t.totpText}</p>
        <figure class="qr">${new Html(qrSvg(url))}<figcaption><code>${secret}</code></figcaption></figure>
        <form method="post" novalidate>${hiddenField('secret', secret)}${code}${actButton('enrol', t.turnOn)}</form>`,
    ),
  }
}

/** Renders a field for the name of the passkey, and the button that makes the device create it. */
export function newPasskeyView(language: Language, question: PasskeyQuestion): View {
  const say = profileTexts[language]
  const name = field({
    name: 'label',
    label: say.passkeyLabel,
    hint: say.passkeyLabelHint,
    maxlength: 100,
    isFocused: true,
  })
  const form = passkeyForm(language, question, { aim: 'add', act: 'keep', text: say.makePasskey, fields: name })
  return {
    title: say.addPasskey,
    script: passkeyScripts,
    body: narrowCard(
      say.addPasskey,
      html`<p>${say.newPasskeyText}</p><p data-without-passkey>${say.noPasskeys}</p>${form}`,
    ),
  }
}

/** Renders ten printable codes, shown only once. */
export function backupCodesView(language: Language, codes: readonly string[]): View {
  const say = profileTexts[language]
  return {
    title: say.codes,
    body: narrowCard(
      say.codes,
      html`<p>${say.codesText}</p>
        <ul class="codes" id="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
        <form method="get" class="inline">
          ${copyButton(language, 'codes')}
          <button class="button">${say.codesKept}</button>
        </form>`,
    ),
    script: 'dashboard.js',
  }
}
