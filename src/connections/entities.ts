import { Bridge } from './bridge.ts'
import { ConnectAttempt } from './connect-attempt.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'
import { Reading } from './reading.ts'
import { ReceivingAccount } from './receiving-account.ts'
import { TracedExchange } from './trace/traced-exchange.ts'

export const connectionEntities = [
  ReceivingAccount,
  Connection,
  Bridge,
  ConnectAttempt,
  ConnectionToken,
  Reading,
  TracedExchange,
] as const
