import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import { createOutbound, type Outbound } from '../../../src/lib/outbound.ts'

const example = path.join(import.meta.dirname, '../../../docs/connectors/bridge_example.py')
const hasPython = spawnSync('python3', ['--version']).status === 0
const key = 'a key of the operator'

// The amounts are those that public-rows.test.ts quotes from clients of providers. Null: Warung sets the row aside.
const written: [text: string, amount: number | null][] = [
  ['10017', 10_017],
  ['10.017', 10_017],
  ['10,017.00', 10_017],
  ['10.017,00', 10_017],
  ['10017.00', 10_017],
  ['Rp 1.010.017', 1_010_017],
  ['Rp10.000,-', 10_000],
  ['10.01', null],
  ['-10017', null],
  ['1.000,000', null],
  ['', null],
]

// People who write a bridge begin with this file, so it must satisfy the whole contract.
describe.skipIf(!hasPython)('the bridge of docs/connectors, in Python', () => {
  let folder: string
  let process: ChildProcess
  let outbound: Outbound & { close(): Promise<void> }
  let base_url: string

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bridge-'))
    const file = path.join(folder, 'history.csv')
    const rows = Array.from(
      { length: 230 },
      (_, row) =>
        `081234567890,R-${row},${10_000 + row},2026-08-17T10:${String(row % 60).padStart(2, '0')}:00+07:00,in,Siti,GoPay`,
    )
    const others = [
      '081234567890,R-OUT,5000,2026-08-17T10:00:30+07:00,out,,',
      '089999999999,R-0,1,2026-08-17T10:00:00+07:00,in,,',
      ...written.map(([amount], row) => `081234567890,W-${row},"${amount}",2026-08-18 00:30:00,in,,`),
      '081234567890,W-PENDING,20017,2026-08-18 00:30:00,in,,,pending',
    ]
    writeFileSync(file, ['account,reference,amount,time,direction,name,app,state', ...rows, ...others].join('\n'))
    process = spawn('python3', [example, '--port', '0', '--file', file], {
      env: { ...globalThis.process.env, BRIDGE_KEY: key, TZ: 'America/New_York' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: process.stdout! }), 'line')) as [string]
    const host = `127.0.0.1:${line.match(/\d+$/)![0]}`
    base_url = `http://${host}`
    outbound = createOutbound({ allow: [host] })
  })
  afterAll(async () => {
    process.kill()
    await outbound.close()
    rmSync(folder, { recursive: true })
  })

  const access = () => ({ credentials: { base_url, key }, outbound })
  const answer = (connectId: string, code: string) => wallet.connect!.answer(access(), connectId, { code })
  const begin = async () => {
    const step = await wallet.connect!.start(access(), { phone: '081234567890' })
    if (step.state !== 'otp') throw new Error(`the bridge said ${step.state}`)
    return step.connectId
  }
  const connect = async () => {
    const connectId = await begin()
    expect(await answer(connectId, '123456')).toMatchObject({ state: 'pin' })
    const step = await answer(connectId, '112233')
    if (step.state !== 'connected') throw new Error(`the bridge said ${step.state}`)
    return { credentials: wallet.credentials.parse(step.credentials), outbound }
  }

  test('the bridge opens a wallet by OTP and PIN, and returns its owner', async () => {
    const call = await connect()
    expect(await wallet.check!(call)).toMatchObject({ number: '081234567890', holder: 'SITI RAHMA' })
  })

  test('the bridge counts wrong codes and ends the attempt', async () => {
    const connectId = await begin()
    expect(await answer(connectId, '1')).toMatchObject({ reason: 'wrong_code', attemptsLeft: 2 })
    expect(await wallet.connect!.answer(access(), connectId, { resend: true })).toMatchObject({ attemptsLeft: 2 })
    await answer(connectId, '2')
    expect(await answer(connectId, '3')).toMatchObject({ reason: 'too_many_attempts' })
    expect(await answer(connectId, '123456')).toMatchObject({ reason: 'expired' })
  })

  test('the bridge lists every incoming row of its own account once, page by page, from a given time on', async () => {
    const call = await connect()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await wallet.transfers!(call, { since: new Date('2026-08-17T03:01:00Z'), cursor })
      seen.push(...page.transfers.map(({ reference }) => reference))
      cursor = page.cursor
    } while (cursor !== null)
    // 230 rows over 60 minutes, of which minute 0 has four.
    expect(seen.filter(reference => reference.startsWith('R-'))).toHaveLength(226)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('the bridge reads amounts and Jakarta times as providers write them, and lists no pending money', async () => {
    const call = await connect()
    const since = new Date('2026-08-17T17:30:00Z')
    const { transfers, odd } = await wallet.transfers!(call, { since, cursor: null })
    const readable = written.filter(([, amount]) => amount !== null)
    expect(transfers.map(({ amount }) => amount).sort()).toEqual(readable.map(([, amount]) => amount).sort())
    expect(new Set(transfers.map(({ occurredAt }) => occurredAt!.getTime()))).toEqual(new Set([since.getTime()]))
    expect(odd).toHaveLength(written.length - readable.length)
    expect(JSON.stringify([transfers, odd])).not.toContain('PENDING')
  })

  test('the bridge refuses another key, another session, and a session altered to another number', async () => {
    const call = await connect()
    const list = (credentials: object) =>
      wallet.transfers!(
        { ...call, credentials: { ...call.credentials, ...credentials } },
        { since: new Date(), cursor: null },
      )
    await expect(list({ token: 'guessed' })).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(list({ session: 'guessed' })).rejects.toMatchObject({ kind: 'unauthorized' })
    const bent = call.credentials.session!.replace('081234567890', '089999999999')
    await expect(list({ session: bent })).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(list({})).resolves.toMatchObject({ transfers: [] })
  })
})
