import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Simulator } from '../connectors/simulator/simulator.ts'
import { advanceClock, readClock } from './clock.ts'
import { setFault, withFaults } from './faults.ts'
import { type Routes, type SandboxRoutes, serveSandbox } from './http.ts'
import { createIdentityRoutes, issueToken } from './identity.ts'
import { issueCredentials } from './issue-credentials.ts'
import { clearLog, readLog, receiveCallback, setAnswers } from './receiver.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { prepareSchema } from './schema.ts'
import { simulators } from './simulators.ts'
import { makeTransfers, payByCode } from './transfers.ts'

/**
 * Creates the sandbox of test mode. It has providers that use their own protocols, a merchant's backend, and controls
 * for arriving money, failures and time. Its state is in the schema `sandbox`, so that a crash loses nothing.
 *
 * Paths exclude the prefix under which the sandbox is mounted.
 */
export async function createSandbox(needs: SandboxNeeds): Promise<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): void
}> {
  await prepareSchema(needs.sql)
  return serveSandbox(makeRooms(needs), needs)
}

function makeRooms(needs: SandboxNeeds): SandboxRoutes {
  return {
    open: {
      ...makeRoutes(needs, ([, { takesForms }]) => !takesForms),
      '/receiver': { POST: request => receiveCallback(needs, request) },
      ...createIdentityRoutes(needs),
    },
    forms: {
      ...makeRoutes(needs, ([, { takesForms }]) => takesForms === true),
      '/identity/token': { POST: request => issueToken(needs, request) },
    },
    control: {
      '/credentials': { GET: request => issueCredentials(needs, request) },
      '/transfers': { POST: request => makeTransfers(needs, request) },
      '/faults': { POST: request => setFault(needs, request) },
      '/clock': { GET: () => readClock(needs), POST: request => advanceClock(needs, request) },
      '/receiver/log': { GET: () => readLog(needs), DELETE: () => clearLog(needs) },
      '/receiver/answers': { POST: request => setAnswers(needs, request) },
    },
  }
}

/** Returns the routes of all providers that meet the condition. */
function makeRoutes(needs: SandboxNeeds, holds: (entry: [string, Simulator]) => boolean): Routes {
  return Object.assign(
    {},
    ...[...simulators].filter(holds).map(([id, simulator]) => simulatorRoutes(needs, id, simulator)),
  )
}

/** Returns the routes of one provider, below its id; each operation fails when configured to. */
function simulatorRoutes(needs: SandboxNeeds, id: string, { routes }: Simulator): Routes {
  const byPath: Routes = {}
  const twinNeeds = { ...needs, pay: (qris: string) => payByCode(needs, qris) }
  for (const { method, path, operation, work } of routes) {
    const handler = withFaults(needs, id, operation, request => work(twinNeeds, request))
    byPath[`/${id}${path}`] = { ...byPath[`/${id}${path}`], [method]: handler }
  }
  return byPath
}
