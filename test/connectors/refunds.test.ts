import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { midtrans } from '../../src/connectors/midtrans/midtrans.ts'
import { xendit } from '../../src/connectors/xendit/xendit.ts'
import { type Sandbox, startSandbox } from '../sandbox/harness.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const amount = 25_036
const keys = { midtrans: { server_key: 'SB-Mid-server-REFUNDS' }, xendit: { secret_key: 'xnd_development_REFUNDS' } }
let invoices = 0

async function paidCode(connector: Connector<never>, id: keyof typeof keys) {
  const base_url = `${sandbox.url}/${id}/`
  const credentials = connector.credentials.parse({ ...keys[id], base_url })
  const call = { credentials, outbound: sandbox.outbound } as never
  const requestedAt = sandbox.clock.now()
  const payableUntil = new Date(requestedAt.getTime() + 1_800_000)
  const reference = `INV-${String(++invoices).padStart(20, '0')}-${id}`
  const code = await connector.charge!(call, { reference, amount, requestedAt, expiresAt: payableUntil })
  const charge = { ...code, reference, amount, askedAt: requestedAt, payableUntil }
  return { call, charge, pay: () => sandbox.call('POST', '/transfers', { qris: code.qris }) }
}

const providers = [
  ['midtrans', midtrans as Connector<never>],
  ['xendit', xendit as Connector<never>],
] as const

for (const [id, connector] of providers) {
  test(`${id} refunds money in parts, each key once, and never more than was paid`, async () => {
    const { call, charge, pay } = await paidCode(connector, id)
    const refund = (key: string, part: number) =>
      connector.refund!(call, charge, { key, amount: part, reason: 'Gelas retak' })
    const key = randomUUID()
    await expect(refund(key, 36)).rejects.toMatchObject({ kind: 'refused' })
    await pay()
    const first = await refund(key, 36)
    expect(await refund(key, 36)).toEqual(first)
    expect((await refund(randomUUID(), 20_000)).reference).not.toBe(first.reference)
    await expect(refund(randomUUID(), 5_001)).rejects.toMatchObject({ kind: 'refused' })
    await refund(randomUUID(), 5_000)
    if (first.state === 'pending') {
      const reference = first.reference
      expect(await connector.refundState!(call, charge, { key, reference })).toMatchObject({ state: 'succeeded' })
    }
  })
}
