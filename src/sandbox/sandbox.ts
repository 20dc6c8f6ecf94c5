import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeAccount, listTransactions } from './bridge.ts'
import { answerConnect, startConnect } from './bridge-connect.ts'
import { advanceClock, readClock } from './clock.ts'
import { type Bridged, bridged } from './credentials.ts'
import { setFault, withFaults } from './faults.ts'
import { giveCredentials } from './give-credentials.ts'
import { type Answer, type Asked, type Rooms, type Routes, serve } from './http.ts'
import { giveToken, identityRoutes } from './identity.ts'
import { checkPaid, createInvoice } from './interactive.ts'
import { clearLog, readLog, receive, setAnswers } from './receiver.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { prepareSchema } from './schema.ts'
import { snapRoutes } from './snap.ts'
import { makeTransfers } from './transfers.ts'

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
  return serve(roomsOf(needs), needs.door, needs.log)
}

function roomsOf(needs: SandboxNeeds): Rooms {
  return {
    open: {
      '/interactive/restapi/qris/show_qris.php': {
        GET: withFaults(needs, 'interactive', 'charge', asked => createInvoice(needs, asked)),
      },
      '/interactive/restapi/qris/checkpaid_qris.php': {
        GET: withFaults(needs, 'interactive', 'status', asked => checkPaid(needs, asked)),
      },
      ...Object.assign({}, ...bridged.map(connector => bridgeRoutes(needs, connector))),
      ...snapRoutes(needs),
      '/receiver': { POST: asked => receive(needs, asked) },
      ...identityRoutes(needs),
    },
    forms: { '/identity/token': { POST: asked => giveToken(needs, asked) } },
    control: {
      '/credentials': { GET: asked => giveCredentials(needs, asked) },
      '/transfers': { POST: asked => makeTransfers(needs, asked) },
      '/faults': { POST: asked => setFault(needs, asked) },
      '/clock': { GET: () => readClock(needs), POST: asked => advanceClock(needs, asked) },
      '/receiver/log': { GET: () => readLog(needs), DELETE: () => clearLog(needs) },
      '/receiver/answers': { POST: asked => setAnswers(needs, asked) },
    },
  }
}

/** docs/connectors/bridge.md, whose reference this is. */
function bridgeRoutes(needs: SandboxNeeds, connector: Bridged): Routes {
  const faulty = (operation: string, work: (asked: Asked) => Promise<Answer>) =>
    withFaults(needs, connector, operation, work)
  return {
    [`/${connector}/transactions`]: { GET: faulty('list', asked => listTransactions(needs, asked)) },
    [`/${connector}/account`]: { GET: faulty('account', asked => describeAccount(connector, asked)) },
    [`/${connector}/connect`]: { POST: faulty('connect', asked => startConnect(needs, connector, asked)) },
    [`/${connector}/connect/answer`]: { POST: faulty('connect', asked => answerConnect(needs, connector, asked)) },
  }
}
