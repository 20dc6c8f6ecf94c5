import { Account } from './account.ts'
import { AnsweredRequest } from './answered-request.ts'
import { ApiKey } from './api-key.ts'
import { ApiRequest } from './api-request.ts'
import { Attempt } from './attempt.ts'
import { AuditEntry } from './audit-entry.ts'
import { BackupCode } from './backup-code.ts'
import { Bridge } from './bridge.ts'
import { ConnectAttempt } from './connect-attempt.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'
import { Identity } from './identity.ts'
import { Membership } from './membership.ts'
import { MethodMaintenance } from './method-maintenance.ts'
import { OneTimeCode } from './one-time-code.ts'
import { Passkey } from './passkey.ts'
import { PlatformGrant } from './platform-grant.ts'
import { ReceivingAccount } from './receiving-account.ts'
import { SealKey } from './seal-key.ts'
import { Session } from './session.ts'
import { Subscription } from './subscription.ts'
import { SweepRun } from './sweep-run.ts'
import { User } from './user.ts'
import { WebhookSecret } from './webhook-secret.ts'

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
