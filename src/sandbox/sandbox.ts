import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../lib/sql.ts'
import { advanceClock, readClock } from './clock.ts'
import { setFault, withFaults } from './faults.ts'
import { type Routes, serve } from './http.ts'
import { checkPaid, createInvoice } from './interactive.ts'
import { clearLog, readLog, receive, setAnswers } from './receiver.ts'
import { prepareSchema } from './schema.ts'
import { makeTransfers } from './transfers.ts'
import { listTransactions } from './wallet.ts'

export interface SandboxNeeds {
  sql: Database
  /** Business time, which this sandbox moves; refreshed after every advance. */
  clock: Pick<Clock, 'now' | 'refresh'>
  realNow(): Date
  log: Log
  /** The secrets that may sign callbacks to the demo account now. */
  webhookSecrets(): Promise<string[]>
  /** How a payment can be paid; null for an invoice that is not known. */
  findPayment(invoiceId: string): Promise<SandboxPayment | null>
}

export interface SandboxPayment {
  finalAmount: number
  /** The number of the wallet that takes the payment; null where a code has to be scanned. */
  wallet: string | null
  /** The codes that the provider made for it, oldest first; empty while it is being prepared. */
  codes: string[]
}

/**
 * The other side of test mode: providers that speak their own protocols, a merchant's backend, and the control that
 * makes money arrive, things fail and time pass. Its state lies in the schema `sandbox`, so that a kill forgets nothing.
 *
 * Paths come without the prefix under which the sandbox is mounted.
 */
export async function createSandbox(needs: SandboxNeeds): Promise<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): void
}> {
  await prepareSchema(needs.sql)
  return serve(routesOf(needs), needs.log)
}

function routesOf(needs: SandboxNeeds): Routes {
  return {
    '/interactive/restapi/qris/show_qris.php': {
      GET: withFaults(needs, 'interactive', 'charge', asked => createInvoice(needs, asked)),
    },
    '/interactive/restapi/qris/checkpaid_qris.php': {
      GET: withFaults(needs, 'interactive', 'status', asked => checkPaid(needs, asked)),
    },
    '/wallet/transactions': {
      GET: withFaults(needs, 'wallet', 'list', asked => listTransactions(needs, asked)),
    },
    '/transfers': { POST: asked => makeTransfers(needs, asked) },
    '/faults': { POST: asked => setFault(needs, asked) },
    '/clock': { GET: () => readClock(needs), POST: asked => advanceClock(needs, asked) },
    '/receiver': { POST: asked => receive(needs, asked) },
    '/receiver/log': { GET: () => readLog(needs), DELETE: () => clearLog(needs) },
    '/receiver/answers': { POST: asked => setAnswers(needs, asked) },
  }
}
