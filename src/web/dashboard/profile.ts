import { z } from 'zod'
import { linkMerchant } from '../../notices/link-merchant.ts'
import { unlinkOwnChat } from '../../notices/unlink-chat.ts'
import { Identity } from '../../people/identities/identity.ts'
import { unlinkIdentity } from '../../people/identities/link-identity.ts'
import { mailConfirmation } from '../../people/mail/confirm-email.ts'
import { setEmail } from '../../people/set-email.ts'
import { User } from '../../people/user.ts'
import { page } from '../parts/page.ts'
import { actingOf } from '../parts/visit.ts'
import { leaveFor, ProviderField } from '../sign-in/providers.ts'
import { profileTexts } from './profile-texts.ts'
import { linkView, type Profile, profileView } from './profile-view.ts'
import { readSecurity, securityActs, switchSecondStep } from './security-acts.ts'

/** The signed-in user's own settings: password, second step, chat, and their sessions. */
export const profilePage = page({
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
    email: {
      isSecret: true,
      fields: z.object({ email: z.string().max(1000) }),
      async run(app, visit, { email }) {
        await setEmail(app, visit.session.userId, email, actingOf(visit))
        await mailConfirmation(app, visit.session.userId)
        return { done: 'saved' }
      },
    },
    confirm_email: {
      async run(app, { session }) {
        await mailConfirmation(app, session.userId)
        return { done: 'sent' }
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
    forget: {
      isSecret: true,
      fields: z.object({ issuer: z.string().max(2048), subject: z.string().max(1000) }),
      async run(app, visit, identity) {
        await unlinkIdentity(app, visit.session.userId, identity, actingOf(visit))
        return { done: 'removed' }
      },
    },
  },
})
