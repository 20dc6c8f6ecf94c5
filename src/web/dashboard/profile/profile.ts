import { z } from 'zod'
import { Refusal, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { linkMerchant } from '../../../notices/link-merchant.ts'
import { unlinkOwnChat } from '../../../notices/unlink-chat.ts'
import { Identity } from '../../../people/identities/identity.ts'
import { unlinkIdentity } from '../../../people/identities/link-identity.ts'
import { sendConfirmationMail } from '../../../people/mail/confirm-email.ts'
import { setEmail } from '../../../people/set-email.ts'
import { User } from '../../../people/user.ts'
import type { DoneKey } from '../../parts/outcome-texts.ts'
import { definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { ProviderField, redirectToProvider } from '../../sign-in/providers.ts'
import { profileTexts } from './profile-texts.ts'
import { linkView, type Profile, profileView } from './profile-view.ts'
import { readSecurity, securityActs, switchSecondStep } from './security-acts.ts'

/** The signed-in user's own settings: password, second step, chat, and their sessions. */
export const profilePage = definePage({
  path: '/dashboard/profile',
  role: 'read',
  async load(app, visit): Promise<Profile> {
    const em = app.em('shared')
    const { userId } = visit.session
    const { chatId, email, emailVerifiedAt } = await em.findOneOrFail(User, userId)
    const linked = await em.find(Identity, { user: userId }, { orderBy: { createdAt: 'asc' } })
    return {
      ...(await readSecurity(app, visit)),
      hasChat: chatId !== null,
      email,
      isEmailVerified: emailVerifiedAt !== null,
      linked,
    }
  },
  view: profileView,
  act: {
    ...securityActs,
    bot: { isSecret: true, run: (app, visit) => switchSecondStep(app, visit, 'bot') },
    link: {
      isSecret: true,
      async run(app, visit) {
        const { account, session, language } = visit
        const link = await linkMerchant(app, account.id, session.userId, makeUserActor(visit))
        return { view: linkView(profileTexts[language], link) }
      },
    },
    unlink: {
      isSecret: true,
      async run(app, visit) {
        await unlinkOwnChat(app, visit.session.userId, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
    email: {
      isSecret: true,
      fields: z.object({ email: z.string().max(1000) }),
      async run(app, visit, { email }) {
        await setEmail(app, visit.session.userId, email, makeUserActor(visit))
        return { done: await mailAfterSaving(app, visit.session.userId) }
      },
    },
    confirm_email: {
      async run(app, { session }) {
        const mail = await sendConfirmationMail(app, session.userId)
        if (mail && !(await mail.isTaken)) throw refuseField('email', 'the mail server did not take it', 'not_mailed')
        return { done: mail ? 'sent' : 'saved' }
      },
    },
    provider: {
      isSecret: true,
      fields: ProviderField,
      run(app, { session, language }, { provider }) {
        const aim = { aim: 'link' as const, sessionId: session.id, userId: session.userId }
        return redirectToProvider(app, language, { provider, aim })
      },
    },
    forget: {
      isSecret: true,
      fields: z.object({ issuer: z.string().max(2048), subject: z.string().max(1000) }),
      async run(app, visit, identity) {
        await unlinkIdentity(app, visit.session.userId, identity, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

/** Sends the link to an address that is already stored, which a failure now does not undo. */
async function mailAfterSaving(app: App, userId: number): Promise<DoneKey> {
  try {
    const mail = await sendConfirmationMail(app, userId)
    if (!mail) return 'saved'
    return (await mail.isTaken) ? 'email_mailed' : 'email_unmailed'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return 'email_unmailed'
    throw error
  }
}
