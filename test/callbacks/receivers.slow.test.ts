import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeEnvelope } from '../../src/callbacks/outward/outward.ts'
import { signCallback, signStandardHeaders } from '../../src/callbacks/sign-callback.ts'
import type { PaymentPaid } from '../../src/events/payloads.ts'
import { createCalendar } from '../../src/lib/calendar.ts'
import { createSigningKey, signEvent } from '../../src/modules/webhooks/sign-event.ts'
import { findRow, outwardTypes } from '../kit/outward.ts'

const folder = path.join(import.meta.dirname, '../../docs/receivers')
const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdCwgMzIgYnl0ZXMgbG9uZyEh'
const built = mkdtempSync(path.join(os.tmpdir(), 'receivers-'))

/** The command that starts each receiver of docs/receivers; the port is passed to it. */
const receivers = [
  { name: 'Node', needs: process.execPath, start: () => [process.execPath, `${folder}/receiver.mjs`] },
  { name: 'PHP', needs: 'php', start: (port: number) => ['php', '-S', `127.0.0.1:${port}`, `${folder}/receiver.php`] },
  { name: 'Python', needs: 'python3', start: () => ['python3', `${folder}/receiver.py`] },
  {
    name: 'Go',
    needs: 'go',
    start() {
      execFileSync('go', ['build', '-o', `${built}/receiver`, `${folder}/receiver.go`])
      return [`${built}/receiver`]
    },
  },
]

afterAll(() => rmSync(built, { recursive: true, force: true }))

describe.each(receivers)('the receiver in $name of docs/receivers', ({ name, needs, start }) => {
  const isHere = canRun(needs)
  let child: ChildProcess
  let address: string

  beforeAll(async () => {
    if (!isHere) return
    const port = await freePort()
    address = `http://127.0.0.1:${port}/`
    const [command, ...args] = start(port)
    child = spawn(command!, args, {
      env: { ...process.env, PORT: String(port), WARUNG_WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    })
    await vi.waitUntil(() => isListening(port), { timeout: 30_000 })
  }, 300_000)
  afterAll(() => child?.kill())

  test.skipIf(!isHere)('the receiver acknowledges a valid callback with 200', async () => {
    expect(await send(callback())).toBe(200)
  })

  test.skipIf(!isHere)(
    'the receiver verifies each type that an endpoint receives, and answers 401 to a changed body',
    async () => {
      const { privateKey: key } = createSigningKey()
      for (const type of outwardTypes) {
        const envelope = { id: randomUUID(), type, mode: 'test' as const, sequence: 7, createdAt: new Date() }
        const body = writeEnvelope(envelope, findRow(type).example)
        const signed = { id: envelope.id, body, secrets: [secret], key, attempt: 1, isTest: true, sentAt: new Date() }
        const headers = signEvent(signed)
        expect([type, await send({ headers, body })]).toEqual([type, 200])
        expect(await send({ headers, body: body.replace('"sequence":7', '"sequence":8') })).toBe(401)
      }
    },
  )

  test.skipIf(!isHere)('the receiver answers 401 to a wrong signature, amount, invoice or time', async () => {
    const { headers, body } = callback()
    const { 'webhook-signature': _none, ...unsigned } = headers
    const forged = { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }
    for (const wrong of [forged, unsigned]) expect(await send({ headers: wrong, body })).toBe(401)
    expect(await send({ headers, body: body.replace('"final_amount":15368', '"final_amount":15369') })).toBe(401)
    expect(await send({ headers, body: body.replace(/INV-\w{20}/, 'INV-00000000000000000000') })).toBe(401)
    expect(await send(callback(new Date(Date.now() - 600_000)))).toBe(401)
  })

  test.skipIf(!isHere)('the receiver answers 401 to metadata, a reference or a space altered in transit', async () => {
    const { headers, body } = callback()
    expect(body).toContain('"table":"7"')
    expect(await send({ headers, body: body.replace('"table":"7"', '"table":"8"') })).toBe(401)
    expect(await send({ headers, body: body.replace('pesanan-1', 'pesanan-2') })).toBe(401)
    expect(await send({ headers, body: `${body} ` })).toBe(401)
  })

  test.skipIf(!isHere)('the receiver accepts either of the two signatures while the secret is rotated', async () => {
    const other = 'whsec_b3RoZXIgc2VjcmV0IG9mIGEgdGVzdCwgMzIgYnl0ZXM='
    for (const secrets of [
      [other, secret],
      [secret, other],
    ]) {
      expect(await send(callback(new Date(), secrets))).toBe(200)
    }
    expect(await send(callback(new Date(), [other]))).toBe(401)
  })

  test.skipIf(!isHere)('the receiver answers 400 to a signed body that is not JSON', async () => {
    const headers = signStandardHeaders([secret], 'event-1', Math.floor(Date.now() / 1000), '{')
    expect(await send({ headers, body: '{' })).toBe(400)
  })

  test.skipIf(!isHere)('a receiver that lacks its secret accepts nothing', async () => {
    const port = await freePort()
    const [command, ...args] = start(port)
    const env = { ...process.env, PORT: String(port), WARUNG_WEBHOOK_SECRET: '' }
    const lacking = spawn(command!, args, { env, stdio: 'ignore' })
    try {
      await vi.waitUntil(async () => lacking.exitCode !== null || (await isListening(port)), { timeout: 30_000 })
      const body = JSON.stringify({ event: 'payment.paid' })
      const headers = signStandardHeaders(['whsec_'], 'event-1', Math.floor(Date.now() / 1000), body)
      const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
      const answered = sent.then(
        ({ status }) => status,
        () => 0,
      )
      expect(await answered).toBeOneOf([0, 500])
    } finally {
      lacking.kill()
    }
  })

  if (!isHere) test.skip(`left out: ${name} is not installed here`, () => {})

  async function send({ headers, body }: { headers: Record<string, string>; body: string }): Promise<number> {
    const answer = await fetch(address, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
})

function callback(sentAt = new Date(), secrets = [secret]) {
  return signCallback(
    { eventId: 'event-1', number: 1, paid, secrets, downloadToken: null, sentAt },
    createCalendar('Asia/Jakarta'),
  )
}

const paid: PaymentPaid = {
  invoiceId: 'INV-CZSRHR2XGY9QFHM5YCHN',
  amount: 15_000,
  uniqueCode: 368,
  finalAmount: 15_368,
  paidAt: new Date().toISOString(),
  reference: 'pesanan-1',
  metadata: { table: '7' },
} as Partial<PaymentPaid> as PaymentPaid

function canRun(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net
      .connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      .on('error', () => resolve(false))
  })
}
