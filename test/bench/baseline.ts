import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { placed } from '../../src/lib/sql.ts'
import {
  createChargedSql,
  createHoldingSql,
  creatingCharged,
  creatingHolding,
} from '../../src/payments/create-payment-sql.ts'
import { draftPayment } from '../../src/payments/draft-payment.ts'
import { type Offer, offersOf } from '../../src/payments/offer.ts'
import { paymentColumns } from '../../src/payments/payment.ts'
import { allCodes, drawCodes, smallOf } from '../../src/payments/unique-code.ts'
import { openApp } from './open-app.ts'
import { seed } from './seed.ts'
import { serveBench } from './server-process.ts'

/*
 * The record to beat: the same statements, prepared, in one round trip each, on a bare server that checks nothing,
 * logs nothing and limits nothing.
 */
const { app } = await openApp()
const { standing, key, invoices } = await seed(app, 'bench-baseline')
const offers = {
  qris: offersOf(app, standing, 'qris', null),
  wallet_direct: offersOf(app, standing, 'wallet_direct', null),
}
const pool = new pg.Pool({ ...JSON.parse(process.argv[2]!), max: app.config.databasePoolMax })
const findSql = `select ${paymentColumns()} from payment where invoice_id = $1`

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', async () => {
    const row = request.method === 'POST' ? await create(Buffer.concat(chunks)) : await find(request.url!)
    const body = JSON.stringify({ success: true, data: row })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => serveBench({ port: (server.address() as AddressInfo).port, key, invoices }))

async function create(bytes: Buffer): Promise<unknown> {
  const body = JSON.parse(bytes.toString())
  const asked = { amount: body.amount, description: body.description, customerName: body.customer_name }
  const method: 'qris' | 'wallet_direct' = body.payment_method
  const draft = draftPayment(app, standing, asked, { method, offers: offers[method] })
  const [{ connection }] = offers[method] as [Offer]
  const created = { draft: draft.row, eventId: draft.eventId }
  if (method === 'qris') {
    const terms = { connectionId: connection.id, fee: 0, merchantId: null, chargedByS: 0, method }
    const charged = { ...terms, apartOn: connection.receivingAccountId }
    return untilCreated(code => {
      const { text, values } = placed(createChargedSql, creatingCharged([{ ...created, ...charged, code }]))
      return { name: 'charged', text, values }
    })
  }
  const held = [{ receiving_account_id: connection.receivingAccountId, method, static_qris: null }]
  const freeSince = new Date(draft.createdAt.getTime() - 86_400_000)
  const holding = { ...created, held, freeSince, charging: [] }
  return untilCreated(code => {
    const { text, values } = placed(createHoldingSql, creatingHolding([{ ...holding, code }]))
    return { name: 'holding', text, values }
  })
}

// An amount that another payment has gives no row, and costs less than one that is written.
async function untilCreated(statement: (code: number) => pg.QueryConfig): Promise<unknown> {
  for (;;) {
    const { rows } = await pool.query(statement(drawCodes(small, 1)[0]!))
    if (rows[0]) return rows[0]
  }
}

const small = smallOf(allCodes(standing, 10_000))

async function find(url: string): Promise<unknown> {
  const invoice = url.slice(url.indexOf('=') + 1)
  const result = await pool.query({ name: 'find', text: findSql, values: [invoice] })
  return result.rows[0]
}
