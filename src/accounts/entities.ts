import { Account } from './account.ts'
import { AnsweredRequest } from '../keys/answered-request.ts'
import { ApiKey } from '../keys/api-key.ts'
import { ApiRequest } from '../keys/api-request.ts'
import { Attempt } from './attempt.ts'
import { AuditEntry } from './audit-entry.ts'
import { BackupCode } from '../people/second-step/backup-code.ts'
import { Bridge } from '../connections/bridge.ts'
import { ConnectAttempt } from '../connections/connect-attempt.ts'
import { Connection } from '../connections/connection.ts'
import { ConnectionToken } from '../connections/connection-token.ts'
import { Identity } from '../people/identities/identity.ts'
import { Membership } from '../people/membership.ts'
import { MethodMaintenance } from './method-maintenance.ts'
import { OneTimeCode } from '../people/one-time-code.ts'
import { Passkey } from '../people/passkeys/passkey.ts'
import { PlatformGrant } from './platform-grant.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { SealKey } from '../keys/seal-key.ts'
import { Session } from '../people/session.ts'
import { Subscription } from './subscription.ts'
import { SweepRun } from './sweep-run.ts'
import { User } from '../people/user.ts'
import { WebhookSecret } from '../keys/webhook-secret.ts'

export const accountEntities = [
  Account,
  Subscription,
  ApiKey,
  WebhookSecret,
  ReceivingAccount,
  Connection,
  Bridge,
  ConnectAttempt,
  ConnectionToken,
  PlatformGrant,
  MethodMaintenance,
  SealKey,
  User,
  Membership,
  Session,
  OneTimeCode,
  BackupCode,
  Identity,
  Passkey,
  Attempt,
  AuditEntry,
  ApiRequest,
  AnsweredRequest,
  SweepRun,
] as const
