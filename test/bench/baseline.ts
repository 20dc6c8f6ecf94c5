import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { eventId } from '../../src/events/announce.ts'
import { newInvoiceId } from '../../src/lib/ids.ts'
import { createChargedSql, createHoldingSql } from '../../src/payments/create-payment-sql.ts'
import { paymentColumns } from '../../src/payments/payment.ts'
import { allCodes, drawCodes, smallOf } from '../../src/payments/unique-code.ts'
import { openApp } from './open-app.ts'
import { seed } from './seed.ts'
import { serveBench } from './server-process.ts'

/*
 * What there is to beat: the same statements, prepared, in one round trip each, on a bare server that checks nothing,
 * logs nothing and limits nothing.
 */
const { app } = await openApp()
const { standing, key, invoices } = await seed(app, 'bench-baseline')
const own = standing.connections.find(connection => connection.isOwn)!
const operators = standing.connections.find(connection => connection.isOperators)!
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
  const invoiceId = newInvoiceId(new Date())
  const now = new Date()
  const nothing = [null, null, null, null, null, null, null, false]
  const draft = [
    invoiceId,
    standing.accountId,
    standing.mode,
    body.payment_method,
    body.amount,
    body.description,
    body.customer_name,
    ...nothing,
    now,
    new Date(now.getTime() + 1_800_000),
    eventId('payment.created', invoiceId),
    ...[null, {}],
  ]
  if (body.payment_method === 'qris') {
    const charged = (code: number) => [
      ...[...draft, code, operators.id, 0, null, 0],
      ...['qris', operators.receivingAccountId],
    ]
    return untilCreated(code => ({ name: 'charged', text: createChargedSql, values: charged(code) }))
  }
  const restedSince = new Date(now.getTime() - 86_400_000)
  const held = (code: number) => [
    ...[...draft, code, [own.receivingAccountId], restedSince],
    ...[['wallet_direct'], [null], null, 'waiting'],
  ]
  return untilCreated(code => ({ name: 'holding', text: createHoldingSql, values: held(code) }))
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
