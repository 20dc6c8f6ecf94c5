import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Twin } from '../connectors/twin/twin.ts'
import { advanceClock, readClock } from './clock.ts'
import { setFault, withFaults } from './faults.ts'
import { giveCredentials } from './give-credentials.ts'
import { type Rooms, type Routes, serve } from './http.ts'
import { giveToken, identityRoutes } from './identity.ts'
import { clearLog, readLog, receive, setAnswers } from './receiver.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { prepareSchema } from './schema.ts'
import { makeTransfers, payByCode } from './transfers.ts'
import { twins } from './twins.ts'

/**
 * Creates the counterpart of test mode. It has providers that speak their own protocols, a merchant's backend, and the
 * controls for arriving money, failures and time. Its state is in the schema `sandbox`, so that a kill loses nothing.
 *
 * Paths exclude the prefix under which the sandbox is mounted.
 */
export async function createSandbox(needs: SandboxNeeds): Promise<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): void
}> {
  await prepareSchema(needs.sql)
  return serve(roomsOf(needs), needs)
}

function roomsOf(needs: SandboxNeeds): Rooms {
  return {
    open: {
      ...routesOf(needs, ([, { takesForms }]) => !takesForms),
      '/receiver': { POST: asked => receive(needs, asked) },
      ...identityRoutes(needs),
    },
    forms: {
      ...routesOf(needs, ([, { takesForms }]) => takesForms === true),
      '/identity/token': { POST: asked => giveToken(needs, asked) },
    },
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

/** Returns the routes of all providers for which the condition holds. */
function routesOf(needs: SandboxNeeds, holds: (entry: [string, Twin]) => boolean): Routes {
  return Object.assign({}, ...[...twins].filter(holds).map(([id, twin]) => twinRoutes(needs, id, twin)))
}

/** Returns the routes of one provider, below its id; each operation fails when configured to. */
function twinRoutes(needs: SandboxNeeds, id: string, { routes }: Twin): Routes {
  const byPath: Routes = {}
  const twinNeeds = { ...needs, pay: (qris: string) => payByCode(needs, qris) }
  for (const { method, path, operation, work } of routes) {
    const handler = withFaults(needs, id, operation, asked => work(twinNeeds, asked))
    byPath[`/${id}${path}`] = { ...byPath[`/${id}${path}`], [method]: handler }
  }
  return byPath
}
