import { randomInt } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Witness } from './audit.ts'

const refusesOneOf = 12

export interface Receiver extends AsyncDisposable {
  url: string
  host: string
  arrived: { path: string; at: Date; callback: { event: string; invoice: string } | undefined }[]
}

/** Starts a merchant's server; `/refuses` answers 500 now and then. */
export async function startReceiver(): Promise<Receiver> {
  const arrived: Receiver['arrived'] = []
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      const { 'webhook-id': event, 'x-invoice-id': invoice } = request.headers
      const callback = invoice ? { event: `${event}`, invoice: `${invoice}` } : undefined
      arrived.push({ path: request.url!, at: new Date(), callback })
      response.writeHead(request.url === '/refuses' && randomInt(refusesOneOf) === 0 ? 500 : 200).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    arrived,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const listCallbacks = ({ url, arrived }: Receiver): Witness => ({
  id: 'callbacks',
  sentence: "every paid payment's callback arrived, always under the id of its event",
  query: `
    select p.invoice_id, count(r.event) as arrived from payment p
    join event e on e.subject = p.invoice_id and e.type = 'payment.paid'
    join delivery d on d.event_id = e.id
    left join jsonb_to_recordset($1::jsonb) as r(event text, invoice text) on r.invoice = p.invoice_id
    where p.status = 'paid' and d.url = $2
    group by p.invoice_id, e.id having count(r.event) = 0 or bool_or(r.event <> e.id::text)`,
  values: [JSON.stringify(arrived.flatMap(({ callback }) => callback ?? [])), `${url}/callback`],
})
