import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOwnAddress } from '../../src/connections/check-own-address.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { findConnection } from '../../src/connections/find-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { makeSnapCredentials } from '../../src/connectors/snap/simulator-credentials.ts'
import { findConnectionReport } from '../../src/doctor/find-connection-report.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { OutboundError } from '../../src/lib/outbound.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { readProof } from '../../src/payments/proof/read-proof.ts'
import { startProof } from '../../src/payments/proof/start-proof.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { detect, send } from './scenario.ts'

let shop: TestShop
let polled: number
let pushed: number

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const standing = async () => (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
  const common = { ...scope(), label: 'Sendiri', window: sandboxWindow }
  const credentials = makeInteractiveCredentials(shop.sandboxUrl, 'TOKO-BUKTI')
  polled = await createConnection(shop.app, { ...common, connector: 'interactive', credentials })
  pushed = await createConnection(shop.app, {
    ...common,
    connector: 'snap',
    credentials: await makeSnapCredentials(shop.app.sql, shop.sandboxUrl, 'TOKO-BUKTI'),
  })
})
afterAll(() => shop.close())

const statesOf = async (connectionId: number, invoiceId: string) => {
  const { steps } = await readProof(shop.app, scope(), { connectionId, invoiceId })
  return Object.fromEntries(steps.map(({ id, state }) => [id, state]))
}

test('a proof payment of Rp 1.000 goes from its code to the first rupiah received', async () => {
  const { invoiceId, amount } = await startProof(shop.app, await standing(), polled)
  expect(amount).toBe(1000)
  expect(await statesOf(polled, invoiceId)).toEqual({
    address: 'none',
    code: 'waiting',
    paid: 'waiting',
    notification: 'none',
  })
  await shop.work()
  const coded = await readProof(shop.app, scope(), { connectionId: polled, invoiceId })
  expect(coded).toMatchObject({ qris: expect.stringContaining('54041000'), account: { number: 'TOKO-BUKTI' } })
  expect(coded.payment).toMatchObject({ amount: 1000, uniqueCode: 0, finalAmount: 1000 })
  // The names belong to stored payments: another name would no longer find those that are open.
  expect(coded.payment.metadata).toEqual({ warung_proof: String(polled) })
  expect(coded).toMatchObject({ addressProblem: null, failure: null })
  await send(shop, { invoice_id: invoiceId })
  await detect(shop)
  expect(await statesOf(polled, invoiceId)).toMatchObject({ code: 'done', paid: 'done' })
})

test('a second press returns the proof payment that is still open', async () => {
  const first = await startProof(shop.app, await standing(), polled)
  expect(await startProof(shop.app, await standing(), polled)).toEqual(first)
})

test('neither an ordinary payment nor one that only names a connection is returned as a proof payment', async () => {
  const proof = await startProof(shop.app, await standing(), polled)
  const own = (await standing()).connections.find(({ id }) => id === polled)
  const pay = async (metadata: Record<string, string>) =>
    createPayment(
      shop.app,
      await standing(),
      { amount: 20_000 + randomInt(9_000), paymentMethod: 'qris_user', metadata },
      { via: own },
    )
  await pay({})
  const { invoiceId } = await pay({ warung_proof: String(pushed) })
  expect(await startProof(shop.app, await standing(), polled)).toEqual(proof)
  await expect(readProof(shop.app, scope(), { connectionId: pushed, invoiceId })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a proof payment has the smallest amount that its connection accepts', async () => {
  await shop.app.sql.write(
    `update connection set window_overrides = window_overrides || '{"amountMin": 10000}' where id = $1`,
    [pushed],
  )
  expect(await startProof(shop.app, await standing(), pushed)).toMatchObject({ amount: 10_000 })
})

test('a connection is proven by its own code even behind another one, and a local address is reported', async () => {
  const { invoiceId, addressProblem } = await startProof(shop.app, await standing(), pushed)
  expect(addressProblem).toBe('local')
  await shop.work()
  const [charge] = await shop.app.sql.query<{ connection_id: number }>(
    'select connection_id from charge where invoice_id = $1',
    [invoiceId],
  )
  expect(charge!.connection_id).toBe(pushed)
  const read = () => readProof(shop.app, scope(), { connectionId: pushed, invoiceId })
  const { payment, ...waiting } = await read()
  expect(waiting).toMatchObject({ addressProblem: 'local', failure: null, qris: expect.any(String) })
  expect(payment.metadata).toEqual({ warung_proof: String(pushed), warung_proof_address: 'local' })
  const notify = (at: Date) =>
    shop.app.sql.write('update reading set reported_at = $2 where connection_id = $1', [pushed, at])
  for (const at of [null, new Date(payment.createdAt.getTime() - 1)]) {
    if (at) await notify(at)
    expect(await statesOf(pushed, invoiceId)).toMatchObject({ address: 'failed', notification: 'waiting' })
  }
  await notify(payment.createdAt)
  expect(await statesOf(pushed, invoiceId)).toMatchObject({ address: 'done', notification: 'done' })
  expect(await read()).toMatchObject({ addressProblem: null })
})

test('a connection report calls money proven only after a paid code, and codes proven until one is refused', async () => {
  const report = async () => findConnectionReport(shop.app, scope(), await findConnection(shop.app, scope(), pushed))
  const { invoiceId } = await startProof(shop.app, await standing(), pushed)
  expect(await report()).toMatchObject({ makesCodes: true, hasPaid: false })
  const pay = (way: string) =>
    shop.app.sql.write(
      `update payment set status = 'paid', paid_at = $2, ended_at = $2, paid_amount = final_amount, paid_via = $3,
         paid_late = false where invoice_id = $1`,
      [invoiceId, shop.app.now(), way],
    )
  await pay('wallet_direct')
  expect(await report()).toMatchObject({ hasPaid: false })
  await pay('qris_user')
  expect(await report()).toMatchObject({ hasPaid: true })
  await shop.app.sql.write(
    `update charge set state = 'failed', qris = null, last_error_kind = 'refused', last_error = 'off'
     where invoice_id = $1`,
    [invoiceId],
  )
  expect(await report()).toMatchObject({ makesCodes: false })
})

test("a proof payment of another connection, or of another merchant's, is not found", async () => {
  const { invoiceId } = await startProof(shop.app, await standing(), polled)
  await expect(readProof(shop.app, scope(), { connectionId: pushed, invoiceId })).rejects.toMatchObject({
    code: 'not_found',
  })
  const theirs = (await findStandingByAccount(shop.app, shop.second.accountId, 'test'))!
  await expect(startProof(shop.app, theirs, polled)).rejects.toMatchObject({ code: 'not_found' })
})

/** Returns the shop at another address, behind a web server with the given answer. */
function at(baseUrl: string, answer: { status: number; body?: string } | OutboundError = { status: 200 }) {
  const asked: string[] = []
  const outbound = {
    async fetch(address: string) {
      asked.push(address)
      if (answer instanceof OutboundError) throw answer
      return { status: answer.status, headers: {}, body: Buffer.from(answer.body ?? '') }
    },
  }
  return { asked, app: { ...shop.app, outbound, config: { ...shop.app.config, baseUrl } } }
}

test.each([
  ['http://localhost:8080', 'local'],
  ['https://127.0.0.1', 'local'],
  ['https://warung.local', 'local'],
  ['http://toko.example', 'not_https'],
  ['https://toko.example:8443', 'port'],
] as const)('the address %s is refused as %s without a request', async (baseUrl, problem) => {
  const { app, asked } = at(baseUrl)
  expect(await checkOwnAddress(app, 'snap')).toBe(problem)
  expect(asked).toEqual([])
})

test.each([
  [{ status: 301 }, 'redirect'],
  [{ status: 308 }, 'redirect'],
  [{ status: 200, body: '<html>Sign in</html>' }, 'not_ours'],
  [{ status: 401, body: '{"success":false,"by":"another server"}' }, 'not_ours'],
  [new OutboundError('timeout', 'no answer'), 'unreachable'],
  [new OutboundError('failed', 'the certificate has expired', { isUntrusted: true }), 'certificate'],
  [new OutboundError('refused', 'is not a public address'), 'local'],
] as const)('a notification address that answers %j is %s', async (answer, problem) => {
  expect(await checkOwnAddress(at('https://toko.example', answer).app, 'snap')).toBe(problem)
})

test('the notification address is correct if this shop answers there', async () => {
  const hook = `${shop.app.config.baseUrl}/hooks/snap/0`
  const ours = await fetch(hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  const { app, asked } = at('https://toko.example', { status: ours.status, body: await ours.text() })
  expect(await checkOwnAddress(app, 'snap')).toBeNull()
  expect(asked).toEqual(['https://toko.example/hooks/snap/0'])
})
