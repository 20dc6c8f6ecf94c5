import { z } from 'zod'
import type { App } from '../../../needs.ts'
import { changePassword } from '../../../people/change-password.ts'
import { listSessions } from '../../../people/list-sessions.ts'
import { addPasskey } from '../../../people/passkeys/add-passkey.ts'
import { Passkey } from '../../../people/passkeys/passkey.ts'
import { offerPasskey } from '../../../people/passkeys/passkey-ceremony.ts'
import { removePasskey } from '../../../people/passkeys/remove-passkey.ts'
import { chooseSecondStep } from '../../../people/second-step/choose-second-step.ts'
import { enrolTotp, offerTotp } from '../../../people/second-step/enrol-totp.ts'
import { makeBackupCodes } from '../../../people/second-step/make-backup-codes.ts'
import { revokeSessions } from '../../../people/session-moves.ts'
import { User } from '../../../people/user.ts'
import type { PageAct } from '../../parts/page.ts'
import { PasskeyFields } from '../../parts/passkey-form.ts'
import { makeUserActor, type Person } from '../../parts/visit.ts'
import { profileTexts } from './profile-texts.ts'
import { backupCodesView, newPasskeyView, type SecurityFacts, totpView } from './profile-view.ts'

const Secret = z.object({ secret: z.string().max(64), code: z.string().max(20) })

/** Returns the signed-in user's proofs of identity and sessions, for merchants and operators. */
export async function readSecurity(app: App, { session }: Person): Promise<SecurityFacts> {
  const em = app.em('shared')
  const { username, passwordHash, secondStep } = await em.findOneOrFail(User, session.userId)
  const passkeys = await em.find(Passkey, { user: session.userId }, { orderBy: { createdAt: 'asc' } })
  const sessions = await listSessions(app, session.userId)
  return { username, hasPassword: passwordHash !== null, secondStep, passkeys, sessions }
}

/** Acts on the user's own security, for merchants and operators alike. */
export const securityActs = defineActs({
  password: {
    fields: z.object({ current_password: z.string().max(1000), new_password: z.string().max(1000) }),
    async run(app, { session, address }, { current_password: current, new_password: wanted }) {
      await changePassword(app, session, { current, wanted, address })
      return { done: 'saved' }
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
    async run(app, person, values) {
      await addPasskey(app, person.session.userId, values, makeUserActor(person))
      return { done: 'saved' }
    },
  },
  drop: {
    isSecret: true,
    fields: z.object({ passkey: z.string().max(2000) }),
    async run(app, person, { passkey }) {
      await removePasskey(app, person.session.userId, passkey, makeUserActor(person))
      return { done: 'removed' }
    },
  },
  bykey: { isSecret: true, run: (app, person) => switchSecondStep(app, person, 'passkey') },
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
    async run(app, person, { secret, code }) {
      const { session, address } = person
      await enrolTotp(app, session.userId, { secret, code: code.trim(), address })
      return showBackupCodes(app, person)
    },
  },
  codes: { isSecret: true, run: showBackupCodes },
  revoke: {
    fields: z.object({ session: z.coerce.number().int() }),
    async run(app, { session }, { session: only }) {
      await revokeSessions(app, app.em('shared'), session.userId, { only })
      return { done: 'removed' }
    },
  },
  others: {
    async run(app, { session }) {
      await revokeSessions(app, app.em('shared'), session.userId, { butNot: session.id })
      return { done: 'removed' }
    },
  },
})

/** Makes a code through the bot or a passkey the second step, and shows new backup codes. */
export async function switchSecondStep(app: App, person: Person, secondStep: 'bot' | 'passkey') {
  await chooseSecondStep(app, person.session.userId, { secondStep, address: person.address })
  return showBackupCodes(app, person)
}

/** Shows new backup codes: a user without any would be locked out by losing the chat or the device. */
async function showBackupCodes(app: App, { session, address, language }: Person) {
  return { view: backupCodesView(language, await makeBackupCodes(app, session.userId, address)) }
}

/** Checks the types of acts that several pages share. */
function defineActs<Forms>(acts: { [Name in keyof Forms]: PageAct<Person, object, Forms[Name]> }) {
  return acts
}
