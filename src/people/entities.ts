import { Identity } from './identities/identity.ts'
import { Membership } from './membership.ts'
import { OneTimeCode } from './one-time-code.ts'
import { Passkey } from './passkeys/passkey.ts'
import { BackupCode } from './second-step/backup-code.ts'
import { Session } from './session.ts'
import { User } from './user.ts'

export const personEntities = [User, Membership, Session, OneTimeCode, BackupCode, Identity, Passkey] as const
