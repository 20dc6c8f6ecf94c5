import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { allowForeignCodes } from '../../accounts/allow-foreign-codes.ts'
import { grantPlatform } from '../../accounts/grant-platform.ts'
import { PlatformGrant } from '../../accounts/platform-grant.ts'
import { revokePlatform } from '../../accounts/revoke-platform.ts'
import { setLimits } from '../../accounts/set-limits.ts'
import { readCurrentPlan, setPlan } from '../../accounts/set-plan.ts'
import { readPercent, setPlatformFee } from '../../accounts/set-platform-fee.ts'
import { verifyAccount } from '../../accounts/verify-account.ts'
import { findStorage } from '../../goods/storage-room.ts'
import { suspendAccount } from '../../keys/suspend-account.ts'
import { readRupiah } from '../../lib/amounts/read-rupiah.js'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { findAccountOwner } from '../../people/find-account-owner.ts'
import { listMembers } from '../../people/list-members.ts'
import { verifyEmail } from '../../people/verify-email.ts'
import { RowId } from '../parts/inputs.ts'
import { definePage } from '../parts/page.ts'
import { rupiahSchema } from '../parts/typed-rupiah.ts'
import { makeUserActor, type Person } from '../parts/visit.ts'
import { accountView, type LoadedAccount, planChoices } from './account-view.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({ account: RowId })
type Input = z.infer<typeof Input>
const wholeNumber = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'is a whole number')
  .transform(Number)

const bytesOfMb = 1_000_000
const megabytes = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, 'is a whole number')
  .transform(Number)

/** The operator's decisions about one account. Each is recorded in that account's audit log. */
export const operatorAccountPage = definePage({
  path: '/operator/accounts/:account',
  role: 'operator',
  input: Input,
  load: (app, _visit, { account }) => readAccount(app, account),
  view: accountView,
  act: {
    verify: {
      isSecret: true,
      async run(app, visit, _fields, { account }) {
        await verifyAccount(app, await requireAccountId(app, account), makeUserActor(visit))
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
        await verifyEmail(app, { accountId: await requireAccountId(app, account), email, by: makeUserActor(visit) })
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
      run: suspensionAct(true),
    },
    resume: { isSecret: true, run: suspensionAct(false) },
    plan: {
      isSecret: true,
      fields: z.object({ plan: z.enum(planChoices), ends_at: z.string().max(20) }),
      async run(app, visit, { plan, ends_at }, { account }) {
        const endsAt = ends_at === '' ? null : app.calendar.startOfDay(ends_at)
        if (ends_at !== '' && endsAt === null) throw refuseField('ends_at', 'is a day that exists', 'not_a_day')
        const request = { plan: plan === 'none' ? null : plan, endsAt }
        await setPlan(app, await requireAccountId(app, account), request, makeUserActor(visit))
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
        const maxAmount = readRupiah(max_amount)
        const staticQris = static_qris.trim() || null
        const grant = {
          accountId: await requireAccountId(app, accountId),
          connector,
          merchantId,
          maxAmount,
          staticQris,
        }
        await grantPlatform(app, grant, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    fee: {
      isSecret: true,
      fields: z.object({ fee: z.string().max(10) }),
      async run(app, visit, { fee }, { account }) {
        await setPlatformFee(app, await requireAccountId(app, account), readPercent(fee), makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    limits: {
      isSecret: true,
      fields: z.object({
        amount_max: limitField(rupiahSchema),
        requests_per_s: limitField(wholeNumber),
        storage_mb: limitField(megabytes).optional(),
        storage_files: limitField(wholeNumber).optional(),
      }),
      async run(app, visit, { amount_max, requests_per_s, storage_mb, storage_files }, { account }) {
        const { id, storageBytesMax: bytesNow, storageFilesMax: filesNow } = await knownAccount(app, account)
        const limits = {
          amountMax: amount_max,
          requestsPerS: requests_per_s,
          storageBytesMax: storage_mb === undefined ? bytesNow : storage_mb && storage_mb * bytesOfMb,
          storageFilesMax: storage_files === undefined ? filesNow : storage_files,
        }
        await setLimits(app, id, limits, makeUserActor(visit))
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
        await revokePlatform(app, await requireAccountId(app, account), makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

/** Returns the schema of a field that is empty for no limit. */
function limitField<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => null), schema])
}

async function requireAccountId(app: App, accountId: number): Promise<number> {
  return (await knownAccount(app, accountId)).id
}

async function knownAccount(app: App, accountId: number): Promise<Account> {
  const account = await app.em({ accountId }).findOne(Account, accountId)
  if (!account) throw notFound('account')
  return account
}

function suspensionAct(isSuspended: boolean) {
  return async (app: App, visit: Person, _fields: object, { account }: Input) => {
    await suspendAccount(app, await requireAccountId(app, account), { isSuspended }, makeUserActor(visit))
    return { done: 'saved' as const }
  }
}

function turnForeign(isAllowed: boolean) {
  return async (app: App, visit: Person, _fields: object, { account }: Input) => {
    await allowForeignCodes(app, await requireAccountId(app, account), isAllowed, makeUserActor(visit))
    return { done: 'saved' as const }
  }
}

async function readAccount(app: App, id: number): Promise<LoadedAccount> {
  return {
    account: await knownAccount(app, id),
    members: await listMembers(app, id),
    owner: await findAccountOwner(app, id),
    plan: await readCurrentPlan(app, id),
    storage: await findStorage(app, id),
    grant: await app.em({ accountId: id }).findOne(PlatformGrant, { account: id }),
  }
}
