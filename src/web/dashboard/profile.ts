import { z } from 'zod'
import { addPasskey } from '../../accounts/add-passkey.ts'
import { changePassword } from '../../accounts/change-password.ts'
import { chooseSecondStep } from '../../accounts/choose-second-step.ts'
import { enrolTotp, offerTotp } from '../../accounts/enrol-totp.ts'
import { Identity } from '../../accounts/identity.ts'
import { unlinkIdentity } from '../../accounts/link-identity.ts'
import { listSessions } from '../../accounts/list-sessions.ts'
import { makeBackupCodes } from '../../accounts/make-backup-codes.ts'
import { Passkey } from '../../accounts/passkey.ts'
import { offerPasskey } from '../../accounts/passkey-ceremony.ts'
import { removePasskey } from '../../accounts/remove-passkey.ts'
import { revokeSessions } from '../../accounts/revoke-sessions.ts'
import { User } from '../../accounts/user.ts'
import type { App } from '../../needs.ts'
import { linkMerchant } from '../../notices/link-merchant.ts'
import { unlinkOwnChat } from '../../notices/unlink-chat.ts'
import { page } from '../page.ts'
import { PasskeyFields } from '../passkey-form.ts'
import { leaveFor, ProviderField } from '../sign-in/providers.ts'
import { actingOf, type Person } from '../visit.ts'
import { profileTexts } from './profile-texts.ts'
import { backupCodesView, linkView, newPasskeyView, type Profile, profileView, totpView } from './profile-view.ts'

const Secret = z.object({ secret: z.string().max(64), code: z.string().max(20) })

/** The signed-in user's own settings: password, second step, chat, and their sessions. */
export const profilePage = page({
  path: '/dashboard/profile',
  role: 'read',
  async load(app, { session }): Promise<Profile> {
    const em = app.em('installation')
    const { username, chatId, passwordHash, secondStep } = await em.findOneOrFail(User, session.userId)
    const sessions = await listSessions(app, session.userId)
    const where = { user: session.userId }
    const oldestFirst = { orderBy: { createdAt: 'asc' } } as const
    const linked = await em.find(Identity, where, oldestFirst)
    const passkeys = await em.find(Passkey, where, oldestFirst)
    return {
      username,
      hasChat: chatId !== null,
      hasPassword: passwordHash !== null,
      secondStep,
      sessions,
      linked,
      passkeys,
    }
  },
  view: profileView,
  act: {
    password: {
      fields: z.object({ current_password: z.string().max(1000), new_password: z.string().max(1000) }),
      async run(app, { session, address }, { current_password: current, new_password: wanted }) {
        await changePassword(app, session, { current, wanted, address })
        return { done: 'saved' }
      },
    },
    link: {
      isSecret: true,
      async run(app, visit) {
        const { account, session, language } = visit
        const link = await linkMerchant(app, account.id, session.userId, actingOf(visit))
        return { view: linkView(profileTexts[language], link) }
      },
    },
    unlink: {
      isSecret: true,
      async run(app, visit) {
        await unlinkOwnChat(app, visit.session.userId, actingOf(visit))
        return { done: 'removed' }
      },
    },
    provider: {
      isSecret: true,
      fields: ProviderField,
      run(app, { session, language }, { provider }) {
        const aim = { aim: 'link' as const, sessionId: session.id, userId: session.userId }
        return leaveFor(app, language, { provider, aim })
      },
    },
    passkey: {
      isSecret: true,
      async run(app, { session, language }) {
        return { view: newPasskeyView(language, await offerPasskey(app, session.userId)) }
      },
    },
    keep: {
      isSecret: true,
      fields: PasskeyFields.extend({ label: z.string().max(400) }),
      async run(app, visit, given) {
        await addPasskey(app, visit.session.userId, given, actingOf(visit))
        return { done: 'saved' }
      },
    },
    drop: {
      isSecret: true,
      fields: z.object({ passkey: z.string().max(2000) }),
      async run(app, visit, { passkey }) {
        await removePasskey(app, visit.session.userId, passkey, actingOf(visit))
        return { done: 'removed' }
      },
    },
    bykey: { isSecret: true, run: (app, visit) => switchSecondStep(app, visit, 'passkey') },
    forget: {
      isSecret: true,
      fields: z.object({ issuer: z.string().max(2048), subject: z.string().max(1000) }),
      async run(app, visit, identity) {
        await unlinkIdentity(app, visit.session.userId, identity, actingOf(visit))
        return { done: 'removed' }
      },
    },
    bot: { isSecret: true, run: (app, visit) => switchSecondStep(app, visit, 'bot') },
    off: {
      isSecret: true,
      async run(app, { session, address }) {
        await chooseSecondStep(app, session.userId, { secondStep: 'none', address })
        return { done: 'saved' }
      },
    },
    totp: {
      isSecret: true,
      async run(_app, { session, language }) {
        return { view: totpView(profileTexts[language], offerTotp(session.username)) }
      },
    },
    enrol: {
      isSecret: true,
      fields: Secret,
      async run(app, visit, { secret, code }) {
        const { session, address } = visit
        await enrolTotp(app, session.userId, { secret, code: code.trim(), address })
        return showBackupCodes(app, visit)
      },
    },
    codes: { isSecret: true, run: showBackupCodes },
    revoke: {
      fields: z.object({ session: z.coerce.number().int() }),
      async run(app, { session }, { session: only }) {
        await revokeSessions(app, app.em('installation'), session.userId, { only })
        return { done: 'removed' }
      },
    },
    others: {
      async run(app, { session }) {
        await revokeSessions(app, app.em('installation'), session.userId, { butNot: session.id })
        return { done: 'removed' }
      },
    },
  },
})

async function switchSecondStep(app: App, visit: Person, secondStep: 'bot' | 'passkey') {
  await chooseSecondStep(app, visit.session.userId, { secondStep, address: visit.address })
  return showBackupCodes(app, visit)
}

/** Without backup codes, a user who loses the chat or the device is locked out. */
async function showBackupCodes(app: App, { session, address, language }: Person) {
  return { view: backupCodesView(profileTexts[language], await makeBackupCodes(app, session.userId, address)) }
}
