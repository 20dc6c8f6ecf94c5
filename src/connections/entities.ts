import { Bridge } from './bridge.ts'
import { ConnectAttempt } from './connect-attempt.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'
import { Reading } from './reading.ts'
import { ReceivingAccount } from './receiving-account.ts'

export const connectionEntities = [
  ReceivingAccount,
  Connection,
  Bridge,
  ConnectAttempt,
  ConnectionToken,
  Reading,
] as const
