import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drainBody } from '../../src/http/drain-body.ts'
import { createClock } from '../../src/lib/clock.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createOutbound } from '../../src/lib/outbound.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import type { SandboxPayment } from '../../src/sandbox/sandbox-needs.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../kit/database.ts'
import { createLocalDoor } from '../kit/local-door.ts'
import { patientServerOptions } from '../kit/patient.ts'

export const secrets = [
  'whsec_b2xkIHNlY3JldCBvZiB0aGUgZGVtbyBhY2NvdW50',
  'whsec_bmV3IHNlY3JldCBvZiB0aGUgZGVtbyBhY2NvdW50',
]

/** Starts a sandbox with real HTTP. `payments` replaces the shop's own table. */
export async function startSandbox(shared?: TestDatabase, bodiesBytesMax?: number) {
  const database = shared ?? (await createEmptyTestDatabase())
  const payments = new Map<string, SandboxPayment>()
  const live = { isConnected: false }
  const clock = createClock({ sql: database.sql, shared: true })
  const sandbox = await createSandbox({
    sql: database.sql,
    clock,
    realNow: () => new Date(),
    log: silentLog,
    url: 'http://127.0.0.1:1/sandbox',
    door: createLocalDoor(),
    bodiesBytesMax,
    hasLiveConnection: async () => live.isConnected,
    webhookSecrets: async () => secrets,
    findPayment: async invoiceId => payments.get(invoiceId) ?? null,
    findHook: async () => null,
  })
  await clock.refresh()
  const server = createServer(patientServerOptions, (request, response) => {
    drainBody(request, response)
    void sandbox.handle(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allow: [host] })
  const url = `http://${host}`
  return {
    url,
    database,
    payments,
    clock,
    live,
    outbound,
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body)
      const type = text === null ? {} : { 'content-type': 'application/json' }
      const answer = await fetch(url + path, {
        method,
        body: text,
        headers: { ...type, ...headers },
        redirect: 'manual',
      })
      return { status: answer.status, headers: answer.headers, body: parsedOr(await answer.text()) }
    },
    async stop() {
      sandbox.close()
      await outbound.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      if (!shared) await database.drop()
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
function parsedOr(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>
