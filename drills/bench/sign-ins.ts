import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { openWholeShop } from './alone.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { printLine } from './table.ts'
import type { WholeShop } from './whole-shop.ts'

/*
 * `npm run -w drills bench:sign-ins`: five hundred people sign in simultaneously while merchants' backends continue to
 * check payments. Passwords are expensive on purpose, but must not slow down payments. Beyond the queue, 503 with
 * Retry-After is correct.
 */
const crowd = pickSize(20, 500)
const backends = 2

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({ dir: folder, settings: { fsync: 'on', synchronous_commit: 'on' } })
const shop = await openWholeShop(postgres.connection, path.join(folder, 'shop'), { TRUSTED_PROXIES: '1' })
try {
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  const check = await checkOf(shop)
  printLine('', ['answers', 'p50 ms', 'p99 ms', 'max ms'])
  // Twice: the first run reads and compiles what the second uses.
  for (const run of ['first', 'second']) {
    printWaits('  check-payment alone', await repeat(check, pickSize(20, 200)))
    const { signIns, waits } = await signInTogether(check)
    printWaits(`  check-payment beside ${crowd} sign-ins, ${run} time`, waits)
    for (const [answer, times] of signIns) printWaits(`    sign-ins answered ${answer}`, times)
  }
} finally {
  shop.signal('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Check = () => Promise<number>

/** Returns a function that checks a newly created payment once, and returns the duration in ms. */
async function checkOf({ url, demo }: WholeShop): Promise<Check> {
  const headers = { 'x-api-key': demo.api_key, 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: 25_000, payment_method: 'qris' })
  const created = await fetch(`${url}/api/create-payment`, { method: 'POST', headers, body })
  const { data } = (await created.json()) as { data: { invoice_id: string } }
  return async () => {
    const startedAt = performance.now()
    const answer = await fetch(`${url}/api/check-payment?invoice=${data.invoice_id}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`check-payment answered ${answer.status}`)
    return performance.now() - startedAt
  }
}

async function repeat(check: Check, times: number): Promise<number[]> {
  const waits: number[] = []
  while (waits.length < times) waits.push(await check())
  return waits
}

async function signInTogether(check: Check): Promise<{ signIns: Map<string, number[]>; waits: number[] }> {
  let isOver = false
  const waits: number[] = []
  const asking = Array.from({ length: backends }, async () => {
    while (!isOver) waits.push(await check())
  })
  const signIns = await sendCrowd()
  isOver = true
  await Promise.all(asking)
  return { signIns, waits }
}

/** Signs everybody in with their own name, address and connection. Returns the waiting times by answer. */
async function sendCrowd(): Promise<Map<string, number[]>> {
  const agent = new http.Agent({ maxSockets: crowd })
  const signIns = new Map<string, number[]>()
  const sending = Array.from({ length: crowd }, async (_, at) => {
    const startedAt = performance.now()
    const answer = await signIn(agent, at)
    const again = answer.headers['retry-after']
    const name = `${answer.statusCode}${again === undefined ? '' : ', to come back'}`
    signIns.set(name, [...(signIns.get(name) ?? []), performance.now() - startedAt])
  })
  await Promise.all(sending)
  agent.destroy()
  return signIns
}

async function signIn(agent: http.Agent, at: number): Promise<http.IncomingMessage> {
  const request = http.request(`${shop.url}/sign-in`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `203.0.${113 + (at >> 8)}.${at & 255}`,
    },
  })
  request.end(`act=in&username=user${at}&password=kopi+susu+gula`)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer
}

function printWaits(name: string, waits: number[]): void {
  const sorted = waits.toSorted((one, other) => one - other)
  const shown = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? Number.NaN]
  printLine(name, [String(waits.length), ...shown.map(ms => ms.toFixed(0))])
}
