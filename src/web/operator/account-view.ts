import type { Account } from '../../accounts/account.ts'
import type { PlatformGrant } from '../../accounts/platform-grant.ts'
import type { readCurrentPlan } from '../../accounts/set-plan.ts'
import { findConnectorName } from '../../connectors/connector-name.ts'
import type { StorageRoom } from '../../goods/storage-room.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { findAccountOwner } from '../../people/find-account-owner.ts'
import type { ListedMember } from '../../people/list-members.ts'
import { settingsTexts } from '../dashboard/settings/settings-texts.ts'
import { backLink, card, chip } from '../parts/card.ts'
import { factList } from '../parts/facts.ts'
import { actButton, banner, field, inlineForm, refusedBanner, selectField, textArea } from '../parts/forms.ts'
import { formatMoment } from '../parts/moment.ts'
import type { View, ViewContext } from '../parts/page.ts'
import { formatStorage } from '../parts/storage-text.ts'
import type { Person } from '../parts/visit.ts'
import { standingChips } from './accounts.ts'
import { operatorTexts } from './operator-texts.ts'

export const planChoices = ['none', 'trial', 'paid', 'premium'] as const

export interface LoadedAccount {
  account: Account
  members: ListedMember[]
  owner: Awaited<ReturnType<typeof findAccountOwner>>
  plan: Awaited<ReturnType<typeof readCurrentPlan>>
  storage: StorageRoom
  grant: PlatformGrant | null
}

type All = ViewContext<Person, unknown, LoadedAccount>

/** Renders one account: its facts, and a form for each decision about it. */
export function accountView(view: All): View {
  const { language, loaded, refusal, to } = view
  const say = operatorTexts[language]
  const { account } = loaded
  const labels = {
    merchant_id: say.merchantId,
    max_amount: say.maxAmount,
    static_qris: say.staticQris,
    ends_at: say.planEnds,
    fee: say.fee,
    amount_max: say.amountMax,
    requests_per_s: say.requestsPerS,
    storage_mb: say.storageMb,
    storage_files: say.storageFiles,
    account: say.suspend,
  }
  return {
    title: account.displayName,
    body: html`
      ${backLink(to('/operator/accounts'), say.accounts)}
      <h1>${account.displayName} ${standingChips(language, account)}</h1>
      ${isTaken(refusal) ? banner('stop', say.emailTaken) : refusedBanner({ language, refusal, labels })}
      ${card(
        null,
        html`${detailsCard(view)}
          ${!account.isVerified && html`<form method="post" novalidate>${actButton('verify', say.verify)}</form>`}
          <p><a href="${to('/operator/audit', { account: String(account.id) })}">${say.audit}</a></p>`,
      )}
      <div class="pair">
        <div class="stack">${planForm(view)}${limitForm(view)}${feeForm(view)}</div>
        ${grantForm(view)}
      </div>
      ${foreignForm(view)}
      ${accessForm(view)}`,
  }
}

/** Renders a decision about the account: its current state, and the form once it is opened. */
function foldedForm(title: string, state: string, form: Html, isOpen = false): Html {
  return card(
    null,
    html`<details${isOpen && html` open`}><summary><b>${title}</b> <small>${state}</small></summary>${form}</details>`,
  )
}

/** Returns whether one of the fields was refused, so that its form stays open. */
function isRefused({ given }: Pick<All, 'given'>, ...names: string[]): boolean {
  return names.some(name => given[name] !== undefined)
}

/** Returns whether the address to be verified belongs to another user. */
function isTaken(refusal: Refusal | null): boolean {
  return refusal?.code === 'refused_transition' && refusal.fields?.[0]?.code === 'taken'
}

function detailsCard(view: All): Html {
  const { app, language, loaded } = view
  const { account, members } = loaded
  const say = operatorTexts[language]
  const names = members.map(({ username, role }) => `${username} (${settingsTexts[language].roles[role]})`)
  return factList([
    [say.name, account.name],
    [say.email, emailOfOwner(view)],
    [say.since, formatMoment(app, language, account.createdAt)],
    [say.members, names.join(', ') || '-'],
    [say.storage, formatStorage(language, loaded.storage)],
  ])
}

/**
 * Returns the owner's e-mail address and whether it is verified; without an owner, the one that the operator recorded.
 */
function emailOfOwner({ language, loaded: { account, owner } }: All): Html {
  const say = operatorTexts[language]
  if (!owner?.email) return html`${account.email ?? '-'}`
  if (owner.emailVerifiedAt) return html`${owner.email} ${chip('good', say.verified)}`
  const verify = inlineForm({ email: owner.email }, actButton('email', say.verifyEmail, 'link'))
  return html`${owner.email} ${chip('wait', say.unverified)}${verify}`
}

function planForm({ app, language, loaded: { plan }, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  // A plan without an end is stored with a date that a date field cannot show.
  const endsAt = plan ? new Date(plan.endsAt) : null
  const ends = endsAt && endsAt.getFullYear() < 9999 ? app.calendar.formatDay(endsAt) : ''
  const options = planChoices.map(id => [id, say.plans[id]] as const)
  const endsOn = { name: 'ends_at', label: say.planEnds, hint: say.planEndsHint, value: ends, isOptional: true, errors }
  return foldedForm(
    say.plan,
    say.plans[plan?.plan ?? 'none'],
    html`<form method="post" novalidate>
      ${selectField({ name: 'plan', label: say.plan, value: plan?.plan ?? 'none', options })}
      ${field({ ...endsOn, type: 'date' })}
      ${actButton('plan', say.save)}
    </form>`,
    errors.some(({ path }) => path === 'ends_at'),
  )
}

function grantForm({ app, language, loaded: { grant }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const able = Object.values(app.connectors).filter(({ charge, forMerchant }) => charge && forMerchant)
  const options = able.map(({ id }) => [id, findConnectorName(language, id)] as const)
  const connector = given.connector ?? grant?.connector
  const merchantId = field({
    name: 'merchant_id',
    label: say.merchantId,
    hint: say.merchantIdHint,
    value: given.merchant_id ?? grant?.merchantId,
    isOptional: true,
    maxlength: 64,
    errors,
  })
  const maxAmount = given.max_amount ?? grant?.maxAmount
  const staticQris = textArea({
    name: 'static_qris',
    label: say.staticQris,
    hint: say.optional,
    value: given.static_qris ?? grant?.staticQris,
    isOptional: true,
    maxlength: 512,
    errors,
  })
  return foldedForm(
    say.grant,
    grant ? findConnectorName(language, grant.connector) : say.plans.none,
    html`<p>${say.grantText}</p>
      <form method="post" novalidate>
        ${selectField({ name: 'connector', label: say.connector, value: connector, options })}
        ${merchantId}
        ${field({ name: 'max_amount', label: say.maxAmount, type: 'number', min: 1000, value: maxAmount, errors })}
        ${staticQris}
        ${actButton('grant', say.save)}
      </form>
      ${grant && html`<form method="post" novalidate>${actButton('revoke', say.revoke, 'danger')}</form>`}`,
    isRefused({ given }, 'merchant_id', 'max_amount', 'static_qris'),
  )
}

function limitForm({ language, loaded: { account }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const amountMax = field({
    name: 'amount_max',
    label: say.amountMax,
    value: given.amount_max ?? account.amountMax,
    inputmode: 'numeric',
    isOptional: true,
    maxlength: 20,
    errors,
  })
  const requestsPerS = field({
    name: 'requests_per_s',
    label: say.requestsPerS,
    type: 'number',
    min: 1,
    max: 1000,
    value: given.requests_per_s ?? account.requestsPerS,
    isOptional: true,
    errors,
  })
  const { storageBytesMax, storageFilesMax } = account
  const storageMb = field({
    name: 'storage_mb',
    label: say.storageMb,
    type: 'number',
    min: 0,
    value: given.storage_mb ?? (storageBytesMax === null ? null : Math.ceil(storageBytesMax / 1_000_000)),
    isOptional: true,
    errors,
  })
  const storageFiles = field({
    name: 'storage_files',
    label: say.storageFiles,
    type: 'number',
    min: 0,
    value: given.storage_files ?? storageFilesMax,
    isOptional: true,
    errors,
  })
  const fields = [amountMax, requestsPerS, storageMb, storageFiles]
  return foldedForm(
    say.limits,
    [account.amountMax, account.requestsPerS, storageBytesMax, storageFilesMax].some(limit => limit !== null)
      ? say.limitsOwn
      : say.limitsUsual,
    html`<p>${say.limitsText}</p>
      <form method="post" novalidate>${fields}${actButton('limits', say.save, 'quiet')}</form>`,
    isRefused({ given }, 'amount_max', 'requests_per_s', 'storage_mb', 'storage_files'),
  )
}

function feeForm({ language, loaded: { account }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const value = given.fee ?? account.platformFeeBps / 100
  const fee = field({ name: 'fee', label: say.feeLabel, value, maxlength: 5, errors })
  const form = html`<form method="post" novalidate>${fee}${actButton('fee', say.save, 'quiet')}</form>`
  const warned = html`${banner('warn', say.feeWarning)}${form}`
  return foldedForm(say.fee, `${account.platformFeeBps / 100} %`, warned, isRefused({ given }, 'fee'))
}

function foreignForm({ language, loaded: { account } }: All): Html {
  const say = operatorTexts[language]
  const turn = account.allowsForeignCodes
    ? actButton('foreign_off', say.foreignOff)
    : actButton('foreign_on', say.foreignOn, 'danger')
  const form = html`<p>${say.foreignText}</p><form method="post" novalidate>${turn}</form>`
  return foldedForm(say.foreign, account.allowsForeignCodes ? say.active : say.isOff, form)
}

function accessForm({ language, loaded: { account } }: All): Html {
  const say = operatorTexts[language]
  const turn = account.isActive ? actButton('suspend', say.suspend, 'danger') : actButton('resume', say.resume)
  const form = html`<p>${say.suspendText}</p><form method="post" novalidate>${turn}</form>`
  return foldedForm(say.access, account.isActive ? say.active : say.suspended, form)
}
