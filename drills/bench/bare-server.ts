import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from '../../src/lib/statement.ts'
import {
  type ChargedPayment,
  createChargedSql,
  createHoldingSql,
  type HeldPayment,
  makeChargedValues,
  makeHoldingValues,
} from '../../src/payments/create-payment-sql.ts'
import { getPaymentCreators } from '../../src/payments/create-together.ts'
import { draftPayment } from '../../src/payments/draft-payment.ts'
import { checkedSql } from '../../src/payments/find-payment-sql.ts'
import { findOffers, type Offer } from '../../src/payments/offer.ts'
import { drawCodes, listAllCodes, preferSmallCodes } from '../../src/payments/unique-code.ts'
import { openApp } from './open-app.ts'
import { seedAccount } from './seed.ts'
import { serveBench } from './server-process.ts'

/** A row of an answer, as its caller receives it. */
interface Row {
  invoiceId: string
}

/** Sends a statement for this number of rows. Returns their results, in order. */
type Send<Asked> = (asked: Asked[]) => Promise<(Row | undefined)[]>

/** Turns a statement for many rows into a function with which each request sends its own row. */
export type Batcher = <Asked>(
  send: Send<Asked>,
  wants?: (asked: Asked) => readonly string[],
) => (asked: Asked) => Promise<Row | undefined>

/** Serves the statements of creating and checking on `node:http`, without checks, logs or limits. */
export async function serveBare(name: string, asking: Batcher): Promise<void> {
  const { app } = await openApp()
  const creating = getPaymentCreators(app.reactions)
  const createSql = { holding: createHoldingSql(app.reactions.plan), charged: createChargedSql(app.reactions.plan) }
  const { standing, key, invoices } = await seedAccount(app, name)
  const pool = new pg.Pool({ ...JSON.parse(process.argv[2]!), max: app.config.databasePoolMax })
  const offers = {
    qris: findOffers(app, standing, 'qris', { conversion: null }),
    wallet_direct: findOffers(app, standing, 'wallet_direct', { conversion: null }),
  }
  const small = preferSmallCodes(listAllCodes(standing, 10_000))

  async function send<Values extends object>(
    name: string,
    statement: Statement<Values>,
    values: Values,
    invoices: string[],
  ): Promise<(Row | undefined)[]> {
    const { rows } = await pool.query({ name, text: statement.text, values: statement.bind(values) })
    const found = new Map(rows.map((row: Row) => [row.invoiceId, row]))
    return invoices.map(invoice => found.get(invoice))
  }
  const invoicesOf = (asked: { draft: { invoice_id: string } }[]) => asked.map(({ draft }) => draft.invoice_id)
  const hold = asking<HeldPayment>(
    asked => send('holding', createSql.holding, makeHoldingValues(asked), invoicesOf(asked)),
    creating.holding.wants,
  )
  const charge = asking<ChargedPayment>(
    asked => send('charged', createSql.charged, makeChargedValues(asked), invoicesOf(asked)),
    creating.charged.wants,
  )
  const find = asking<string>(invoiceIds => send('check', checkedSql, { invoiceIds }, invoiceIds))

  function create(bytes: Buffer): Promise<unknown> {
    const body = JSON.parse(bytes.toString())
    const asked = { amount: body.amount, description: body.description, customerName: body.customer_name }
    const method: 'qris' | 'wallet_direct' = body.payment_method
    const draft = draftPayment(app, standing, asked, { method, offers: offers[method] })
    const [{ connection }] = offers[method] as [Offer]
    const created = { draft: draft.row, eventId: draft.eventId }
    if (method === 'qris') {
      const terms = { connectionId: connection.id, fee: 0, merchantId: null, chargedByS: 0, method }
      return untilCreated(code => charge({ ...created, ...terms, apartOn: connection.receivingAccountId, code }))
    }
    const held = [{ receiving_account_id: connection.receivingAccountId, method, static_qris: null }]
    const freeSince = new Date(draft.createdAt.getTime() - 86_400_000)
    return untilCreated(code => hold({ ...created, held, freeSince, isWhole: true, charging: [], code }))
  }

  // An amount in use by another payment returns no row, and costs less than a written one.
  async function untilCreated(attempt: (code: number) => Promise<unknown>): Promise<unknown> {
    for (;;) {
      const row = await attempt(drawCodes(small, 1)[0]!)
      if (row) return row
    }
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', async () => {
      const row =
        request.method === 'POST'
          ? await create(Buffer.concat(chunks))
          : await find(request.url!.slice(request.url!.indexOf('=') + 1))
      const body = JSON.stringify({ success: true, data: row })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => serveBench({ port: (server.address() as AddressInfo).port, key, invoices }))
}
