import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerConnectAttempt } from '../../src/connecting/answer-connect-attempt.ts'
import { startConnectAttempt } from '../../src/connecting/start-connect-attempt.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { setBridge } from '../../src/connections/set-bridge.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, statusOf, transfers } from '../payments/scenario.ts'

const folderOf = (file: string) => path.join(import.meta.dirname, '../../docs/connectors', file)
const hasPython = spawnSync('python3', ['--version']).status === 0
const secret = 'a-secret-of-16-or-more'

// The complete example programs for authors of a bridge or a forwarder, which report the shop's money.
describe.skipIf(!hasPython)('the programs of docs/connectors, in Python', () => {
  let folder: string
  let shop: TestShop
  let key: string
  const children: ChildProcess[] = []

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'python-'))
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await shop.close()
    rmSync(folder, { recursive: true })
  })

  async function openShop(settings: Record<string, string> = {}): Promise<number> {
    shop = await createTestShop({ settings })
    const { accountId } = shop.operator
    key = await createKey(shop.app, { accountId, mode: 'test', label: 'Op', isRateLimited: false })
    return accountId
  }

  function run(file: string, args: string[], env: Record<string, string>): ChildProcess {
    const child = spawn('python3', [folderOf(file), ...args], { env: { ...process.env, ...env } })
    children.push(child)
    return child
  }

  test('the bridge opens a wallet by OTP and PIN, and its money pays the payment of its amount', async () => {
    const history = path.join(folder, 'history.csv')
    writeFileSync(history, 'account,reference,amount,time,direction,name,app\n')
    const bridge = run('bridge_example.py', ['--port', '0', '--file', history], { BRIDGE_KEY: secret })
    const [line] = await once(createInterface(bridge.stdout!), 'line')
    const host = `127.0.0.1:${line.match(/\d+$/)![0]}`
    const accountId = await openShop({ OUTBOUND_ALLOW: host })

    await setBridge(shop.app, { connector: 'wallet', mode: 'test', baseUrl: `http://${host}`, key: secret })
    const owner = { accountId, mode: 'test' as const }
    const fields = { phone: '081234567890' }
    const { id } = await startConnectAttempt(shop.app, { ...owner, connector: 'wallet', label: 'Dompet', fields })
    await answerConnectAttempt(shop.app, owner, id, { code: '123456' })
    expect(await answerConnectAttempt(shop.app, owner, id, { code: '112233' })).toMatchObject({ state: 'connected' })

    const [paid, other] = [await create(shop, {}, key), await create(shop, {}, key)]
    const row = (reference: string, amount: number, direction: string) =>
      `081234567890,${reference},${amount},${shop.app.now().toISOString()},${direction},Siti,GoPay\n`
    appendFileSync(history, row('T-1', paid.final_amount, 'in') + row('T-2', other.final_amount, 'out'))
    await detect(shop)
    expect([await statusOf(shop, paid, key), await statusOf(shop, other, key)]).toEqual(['paid', 'pending'])
    await detect(shop)
    expect(await transfers(shop)).toMatchObject([{ reference: 'T-1', state: 'settled' }])
  })

  test('the forwarder stores undelivered notifications, delivers them later, and then sends its heartbeat', async () => {
    const accountId = await openShop()
    const credentials = {
      method: 'wallet_direct',
      dialect: 'native',
      secret,
      apps: ['com.gojek.gopay'],
      account: '081234567890',
      heartbeat_s: 60,
    }
    const phone = { accountId, connector: 'mutations', mode: 'test' as const, label: 'Phone', credentials }
    const connectionId = await createConnection(shop.app, phone)
    const payment = await create(shop, {}, key)
    const notification = (packageName: string) => ({
      package: packageName,
      title: 'GoPay',
      text: `Kamu menerima Rp${payment.final_amount} dari SITI RAHMA.`,
      posted: shop.app.now().getTime(),
    })
    const spool = path.join(folder, 'spool.jsonl')
    const forward = (known: string) =>
      run(
        'forwarder_example.py',
        [
          ...['--url', `${shop.url}/hooks/mutations/${connectionId}`, '--spool', spool],
          ...['--apps', 'com.gojek.gopay', '--heartbeat-s', '1'],
        ],
        { FORWARDER_SECRET: known },
      )
    const watermark = async () => {
      const [row] = await shop.app.sql.query<{ at: number }>(
        'select extract(epoch from watermark)::float8 as at from reading where connection_id = $1',
        [connectionId],
      )
      return row!.at
    }

    const stranger = forward('quite-another-secret')
    const lines = [notification('com.whatsapp'), notification('com.gojek.gopay')].map(line => JSON.stringify(line))
    stranger.stdin!.write(`${lines.join('\n')}\nno notification\n`)
    const complaints = createInterface(stranger.stderr!)
    const said: string[] = []
    complaints.on('line', line => said.push(line))
    await vi.waitUntil(() => said.includes('not taken: 401'), { timeout: 30_000 })
    stranger.kill('SIGKILL')
    expect(said).toContain('a line is no notification')
    expect(existsSync(spool) && readFileSync(spool, 'utf8').trim().split('\n')).toHaveLength(1)
    expect(await statusOf(shop, payment, key)).toBe('pending')

    // Simulates an hour of silence.
    await shop.app.sql.write("update reading set watermark = watermark - interval '1 hour'")
    const before = await watermark()
    const forwarder = forward(secret)
    await vi.waitUntil(async () => (await watermark()) > before, { timeout: 30_000 })
    expect(await statusOf(shop, payment, key)).toBe('paid')
    expect(readFileSync(spool, 'utf8')).toBe('')
    forwarder.stdin!.end()
    expect(await once(forwarder, 'exit')).toEqual([0, null])
  })
})
