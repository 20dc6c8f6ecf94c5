import { Account } from './account.ts'
import { ApiKey } from './api-key.ts'
import { Bridge } from './bridge.ts'
import { ConnectAttempt } from './connect-attempt.ts'
import { Connection } from './connection.ts'
import { ReceivingAccount } from './receiving-account.ts'
import { SealKey } from './seal-key.ts'
import { Subscription } from './subscription.ts'
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
  SealKey,
] as const
