import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { allowForeignCodes } from '../../accounts/allow-foreign-codes.ts'
import { grantPlatform } from '../../accounts/grant-platform.ts'
import { PlatformGrant } from '../../accounts/platform-grant.ts'
import { revokePlatform } from '../../accounts/revoke-platform.ts'
import { setLimits } from '../../accounts/set-limits.ts'
import { currentPlan, setPlan } from '../../accounts/set-plan.ts'
import { readPercent, setPlatformFee } from '../../accounts/set-platform-fee.ts'
import { suspendAccount } from '../../accounts/suspend-account.ts'
import { verifyAccount } from '../../accounts/verify-account.ts'
import { connectorName } from '../../connectors/connector-name.ts'
import { type Html, html } from '../../lib/html.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { listMembers } from '../../people/list-members.ts'
import { ownerOfAccount } from '../../people/owner-of-account.ts'
import { verifyEmail } from '../../people/verify-email.ts'
import { settingsTexts } from '../dashboard/settings-texts.ts'
import { actButton, area, banner, choice, field, refusedBanner } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import { typedRupiah } from '../parts/typed-rupiah.ts'
import { actingOf, type Person } from '../parts/visit.ts'
import { standing } from './accounts.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({ account: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
type Input = z.infer<typeof Input>
const perSecond = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'is a whole number')
  .transform(Number)
const plans = ['none', 'trial', 'paid', 'premium'] as const

/** What the operator decides about one account. Each act is in that account's audit log. */
export const operatorAccountPage = page({
  path: '/operator/accounts/:account',
  role: 'operator',
  input: Input,
  load: (app, _visit, { account }) => readAccount(app, account),
  view(shown) {
    const { app, language, loaded, refusal, to } = shown
    const say = operatorTexts[language]
    const { account, members } = loaded
    const labels = {
      merchant_id: say.merchantId,
      max_amount: say.maxAmount,
      static_qris: say.staticQris,
      ends_at: say.planEnds,
      fee: say.fee,
      amount_max: say.amountMax,
      requests_per_s: say.requestsPerS,
      account: say.suspend,
    }
    return {
      title: account.displayName,
      body: html`<p class="trail"><a href="${to('/operator/accounts')}">${say.accounts}</a></p><h1>${account.displayName} ${standing(language, account)}</h1>${isTaken(refusal) ? banner('stop', say.emailTaken) : refusedBanner({ language, refusal, labels })}
<section class="card"><dl><div><dt>${say.name}</dt><dd>${account.name}</dd></div><div><dt>${say.email}</dt><dd>${emailOfOwner(shown)}</dd></div><div><dt>${say.since}</dt><dd>${app.calendar.format(account.createdAt)}</dd></div><div><dt>${say.members}</dt><dd>${members.map(({ username, role }) => `${username} (${settingsTexts[language].roles[role]})`).join(', ') || '-'}</dd></div></dl>
${!account.isVerified && html`<form method="post">${actButton('verify', say.verify)}</form>`}
<p><a href="${to('/operator/audit', { account: String(account.id) })}">${say.audit}</a></p></section>
<div class="pair"><div class="stack">${planForm(shown)}${limitForm(shown)}${feeForm(shown)}</div>${grantForm(shown)}</div>
<section class="card"><h2>${say.foreign}</h2><p>${say.foreignText}</p><form method="post">${account.allowsForeignCodes ? actButton('foreign_off', say.foreignOff) : actButton('foreign_on', say.foreignOn, 'danger')}</form></section>
<section class="card"><h2>${say.access}</h2><p>${say.suspendText}</p><form method="post">${account.isActive ? actButton('suspend', say.suspend, 'danger') : actButton('resume', say.resume)}</form></section>`,
    }
  },
  act: {
    verify: {
      isSecret: true,
      async run(app, visit, _fields, { account }) {
        await verifyAccount(app, await known(app, account), actingOf(visit))
        return { done: 'saved' }
      },
    },
    email: {
      isSecret: true,
      fields: z.object({ email: z.string().max(254) }),
      async confirm(_app, { language }, { email }) {
        const say = operatorTexts[language]
        return { title: say.sureEmail(email), text: say.emailText, button: say.verifyEmail }
      },
      async run(app, visit, { email }, { account }) {
        await verifyEmail(app, { accountId: await known(app, account), email, by: actingOf(visit) })
        return { done: 'saved' }
      },
    },
    suspend: {
      isSecret: true,
      async confirm(app, { language }, _fields, { account }) {
        const { displayName } = await knownAccount(app, account)
        const say = operatorTexts[language]
        return { title: say.sureSuspend(displayName), text: say.suspendText, button: say.suspend, isDangerous: true }
      },
      run: turn(true),
    },
    resume: { isSecret: true, run: turn(false) },
    plan: {
      isSecret: true,
      fields: z.object({ plan: z.enum(plans), ends_at: z.string().max(20) }),
      async run(app, visit, { plan, ends_at }, { account }) {
        const endsAt = ends_at === '' ? null : app.calendar.startOfDay(ends_at)
        if (ends_at !== '' && endsAt === null) throw refuseField('ends_at', 'is a day that exists', 'not_a_day')
        const wanted = { plan: plan === 'none' ? null : plan, endsAt }
        await setPlan(app, await known(app, account), wanted, actingOf(visit))
        return { done: 'saved' }
      },
    },
    grant: {
      isSecret: true,
      fields: z.object({
        connector: z.string().max(50),
        merchant_id: z.string().max(100),
        max_amount: z.string().max(20),
        static_qris: z.string().max(1000),
      }),
      async run(app, visit, { connector, merchant_id, max_amount, static_qris }, { account: accountId }) {
        const merchantId = merchant_id.trim() || null
        const maxAmount = Number(max_amount)
        const staticQris = static_qris.trim() || null
        const grant = { accountId: await known(app, accountId), connector, merchantId, maxAmount, staticQris }
        await grantPlatform(app, grant, actingOf(visit))
        return { done: 'saved' }
      },
    },
    fee: {
      isSecret: true,
      fields: z.object({ fee: z.string().max(10) }),
      async run(app, visit, { fee }, { account }) {
        await setPlatformFee(app, await known(app, account), readPercent(fee), actingOf(visit))
        return { done: 'saved' }
      },
    },
    limits: {
      isSecret: true,
      fields: z.object({ amount_max: limit(typedRupiah), requests_per_s: limit(perSecond) }),
      async run(app, visit, { amount_max: amountMax, requests_per_s: requestsPerS }, { account }) {
        await setLimits(app, await known(app, account), { amountMax, requestsPerS }, actingOf(visit))
        return { done: 'saved' }
      },
    },
    foreign_on: {
      isSecret: true,
      async confirm(app, { language }, _fields, { account }) {
        const { displayName } = await knownAccount(app, account)
        const say = operatorTexts[language]
        return { title: say.sureForeign(displayName), text: say.foreignText, button: say.foreignOn, isDangerous: true }
      },
      run: turnForeign(true),
    },
    foreign_off: { isSecret: true, run: turnForeign(false) },
    revoke: {
      isSecret: true,
      async confirm(app, { language }, _fields, { account }) {
        const { displayName } = await knownAccount(app, account)
        const say = operatorTexts[language]
        return { title: say.sureRevoke(displayName), text: say.sureRevokeText, button: say.revoke, isDangerous: true }
      },
      async run(app, visit, _fields, { account }) {
        await revokePlatform(app, await known(app, account), actingOf(visit))
        return { done: 'removed' }
      },
    },
  },
})

/** A field that is left empty for no limit. */
function limit<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => null), schema])
}

async function known(app: App, accountId: number): Promise<number> {
  return (await knownAccount(app, accountId)).id
}

async function knownAccount(app: App, accountId: number): Promise<Account> {
  const account = await app.em('installation').findOne(Account, accountId)
  if (!account) throw new Refusal('not_found', 'There is no such account')
  return account
}

function turn(isSuspended: boolean) {
  return async (app: App, visit: Person, _fields: object, { account }: Input) => {
    await suspendAccount(app, await known(app, account), { isSuspended }, actingOf(visit))
    return { done: 'saved' as const }
  }
}

function turnForeign(isAllowed: boolean) {
  return async (app: App, visit: Person, _fields: object, { account }: Input) => {
    await allowForeignCodes(app, await known(app, account), isAllowed, actingOf(visit))
    return { done: 'saved' as const }
  }
}

async function readAccount(app: App, id: number) {
  return {
    account: await knownAccount(app, id),
    members: await listMembers(app, id),
    owner: await ownerOfAccount(app, id),
    plan: await currentPlan(app, id),
    grant: await app.em({ accountId: id }).findOne(PlatformGrant, { account: id }),
  }
}

type All = Shown<Person, Input, Awaited<ReturnType<typeof readAccount>>>

/** Whether the address that was to be verified is somebody else's. */
function isTaken(refusal: Refusal | null): boolean {
  return refusal?.code === 'refused_transition' && refusal.fields?.[0]?.code === 'taken'
}

/** The address that the owner gave, and whether somebody vouches for it; else the one that the operator wrote down. */
function emailOfOwner({ language, loaded: { account, owner } }: All): Html {
  const say = operatorTexts[language]
  if (!owner?.email) return html`${account.email ?? '-'}`
  if (owner.emailVerifiedAt) return html`${owner.email} <span class="status good">${say.verified}</span>`
  return html`${owner.email} <span class="status wait">${say.unverified}</span>
<form method="post" class="inline"><input type="hidden" name="email" value="${owner.email}">${actButton('email', say.verifyEmail, 'link')}</form>`
}

function planForm({ app, language, loaded: { plan }, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  // A plan that goes on ends further away than a field can say.
  const endsAt = plan ? new Date(plan.endsAt) : null
  const ends = endsAt && endsAt.getFullYear() < 9999 ? app.calendar.formatDay(endsAt) : ''
  return html`<section class="card"><h2>${say.plan}</h2><form method="post">${choice({ name: 'plan', label: say.plan, value: plan?.plan ?? 'none', options: plans.map(id => [id, say.plans[id]]) })}
${field({ name: 'ends_at', label: say.planEnds, hint: say.planEndsHint, type: 'date', value: ends, isOptional: true, errors })}${actButton('plan', say.save)}</form></section>`
}

function grantForm({ app, language, loaded: { grant }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const able = Object.values(app.connectors).filter(({ charge, forMerchant }) => charge && forMerchant)
  return html`<section class="card"><h2>${say.grant}</h2><p>${say.grantText}</p><form method="post">${choice({ name: 'connector', label: say.connector, value: given.connector ?? grant?.connector, options: able.map(({ id }) => [id, connectorName(language, id)]) })}
${field({ name: 'merchant_id', label: say.merchantId, hint: say.merchantIdHint, value: given.merchant_id ?? grant?.merchantId, isOptional: true, maxlength: 64, errors })}
${field({ name: 'max_amount', label: say.maxAmount, type: 'number', min: 1000, value: given.max_amount ?? grant?.maxAmount, errors })}
${area({ name: 'static_qris', label: say.staticQris, hint: say.optional, value: given.static_qris ?? grant?.staticQris, isOptional: true, maxlength: 512, errors })}${actButton('grant', say.save)}</form>
${grant && html`<form method="post">${actButton('revoke', say.revoke, 'danger')}</form>`}</section>`
}

function limitForm({ language, loaded: { account }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const { amountMax, requestsPerS } = account
  return html`<section class="card"><h2>${say.limits}</h2><p>${say.limitsText}</p><form method="post">${field({ name: 'amount_max', label: say.amountMax, value: given.amount_max ?? amountMax, inputmode: 'numeric', isOptional: true, maxlength: 20, errors })}
${field({ name: 'requests_per_s', label: say.requestsPerS, type: 'number', min: 1, max: 1000, value: given.requests_per_s ?? requestsPerS, isOptional: true, errors })}${actButton('limits', say.save, 'quiet')}</form></section>`
}

function feeForm({ language, loaded: { account }, given, fieldErrors: errors }: All): Html {
  const say = operatorTexts[language]
  const value = given.fee ?? account.platformFeeBps / 100
  return html`<section class="card"><h2>${say.fee}</h2>${banner('warn', say.feeWarning)}<form method="post">${field({ name: 'fee', label: say.feeLabel, value, maxlength: 5, errors })}${actButton('fee', say.save, 'quiet')}</form></section>`
}
