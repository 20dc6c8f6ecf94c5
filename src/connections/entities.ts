import { Bridge } from './bridge.ts'
import { ConnectAttempt } from './connect-attempt.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'
import { Reading } from './reading.ts'
import { ReceivingAccount } from './receiving-account.ts'
import { ExchangeSummary } from './trace/exchange-summary.ts'
import { TracedExchange } from './trace/traced-exchange.ts'

export const connectionEntities = [
  ReceivingAccount,
  Connection,
  Bridge,
  ConnectAttempt,
  ConnectionToken,
  Reading,
  TracedExchange,
  ExchangeSummary,
] as const
