import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoName } from '../../src/demo/demo.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { selectDatabase } from '../../test/kit/connection.ts'
import { createVisitor } from '../../test/web/browse.ts'
import { openWholeShop } from './alone.ts'
import { fillPayments, findAccountByName } from './fill-payments.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { printLine } from './table.ts'

/*
 * `npm run -w drills bench:tenants`. Measures how long one merchant's backend waits for a payment to be created while
 * another merchant downloads ten files of all payments, searches twenty times, thirty people sign up, or sixty sign in,
 * all at once and repeatedly until the time is over. Creations are requested at a fixed pace, and a late one's wait
 * counts from its scheduled time. Target: p99 under 300 ms.
 */
const rows = Number(process.env.ROWS ?? pickSize(2_000, 200_000))
const forMs = pickSize(1_000, 20_000)
const paceMs = 40

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-tenants-'))
const postgres = await startEmbeddedPostgres({ dir: folder, settings: { fsync: 'on', synchronous_commit: 'on' } })
const shop = await openWholeShop(postgres.connection, path.join(folder, 'shop'), { TRUSTED_PROXIES: '1' })
const visitor = createVisitor({ pagesUrl: shop.url })
let people = 0
try {
  await fillDemo()
  await visitor.post('/sign-in', { act: 'in', ...shop.demo.merchant })
  await visitor.post('/dashboard/place', { act: 'mode', mode: 'test' })
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  printLine(`beside ${rows} payments of another merchant`, ['creations', 'p50 ms', 'p99 ms', 'max ms'])
  // A statement that runs for the first time is read and compiled.
  await createWhile(forMs / 10)
  await measure('nothing else', 0, async () => pause(paceMs).then(() => 'idle'))
  await measure('ten files', 10, signal => download(signal))
  await measure('twenty searches', 20, signal => search(signal))
  await measure('thirty sign-ups, an address each', 30, signal => signUp(signal))
  await measure('sixty sign-ins, an address each', 60, signal => signIn(signal, `203.0.113.${people++ & 255}`))
  await measure('sixty sign-ins of one address', 60, signal => signIn(signal, '198.51.100.7'))
} finally {
  shop.signal('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fillDemo(): Promise<void> {
  const connection = selectDatabase(postgres.connection, 'whole')
  const accountId = await findAccountByName(connection, demoName)
  await fillPayments(connection, 'Asia/Jakarta', [{ accountId, rows, letter: 'T' }])
}

/** Prints a line of the table, and below it the result of the load. */
async function measure(name: string, atOnce: number, load: (signal: AbortSignal) => Promise<string>): Promise<void> {
  const over = new AbortController()
  const answers = new Map<string, number>()
  const loading = Array.from({ length: atOnce }, async () => {
    while (!over.signal.aborted) {
      const answer = await load(over.signal).catch(error => {
        if (over.signal.aborted) return 'cut off at the end'
        throw error
      })
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      // A caller who was refused comes back, though not immediately.
      if (answer.startsWith('4') || answer.startsWith('5')) await pause(500)
    }
  })
  const waits = await createWhile(forMs)
  over.abort()
  await Promise.all(loading)
  const sorted = waits.toSorted((one, other) => one - other)
  const shown = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1)!]
  printLine(`  ${name}`, [String(waits.length), ...shown.map(ms => ms.toFixed(0))])
  for (const [answer, count] of answers) printLine(`    answered ${answer}`, [String(count)])
}

/** Returns the duration of each creation of the second merchant, in ms. */
async function createWhile(ms: number): Promise<number[]> {
  const asked: Promise<number>[] = []
  const startedAt = performance.now()
  for (let due = startedAt; due < startedAt + ms; due += paceMs) {
    await pause(Math.max(0, due - performance.now()))
    asked.push(create(due))
  }
  return Promise.all(asked)
}

async function create(dueAt: number): Promise<number> {
  const headers = { 'x-api-key': shop.demo.second.api_key, 'content-type': 'application/json' }
  const amount = 10_000 + randomInt(5_000_000)
  const body = JSON.stringify({ amount, payment_method: 'wallet_direct' })
  const answer = await fetch(`${shop.url}/api/create-payment`, { method: 'POST', headers, body })
  const told = await answer.text()
  if (!answer.ok) throw new Error(`create-payment answered ${answer.status}: ${told}`)
  return performance.now() - dueAt
}

async function download(signal: AbortSignal): Promise<string> {
  const cookie = [...visitor.cookies].map(pair => pair.join('=')).join('; ')
  return statusOf(await fetch(`${shop.url}/dashboard/payments.csv`, { headers: { cookie }, signal }))
}

async function search(signal: AbortSignal): Promise<string> {
  const words = ['kopi', 'durian', 'tidak ada', `p${people++}@toko`, '7777']
  const query = new URLSearchParams({ search: words[people % words.length]! })
  const headers = { 'x-api-key': shop.demo.api_key }
  return statusOf(await fetch(`${shop.url}/api/list-payments?${query}`, { headers, signal }))
}

async function signUp(signal: AbortSignal): Promise<string> {
  const name = `orang${people++}`
  const fields = { act: 'open', username: name, password: 'kopi susu gula', shop: `Toko ${name}` }
  return send('/sign-up', fields, `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`, signal)
}

async function signIn(signal: AbortSignal, address: string): Promise<string> {
  const fields = { act: 'in', username: `tamu${people++}`, password: 'kopi susu gula' }
  return send('/sign-in', fields, address, signal)
}

async function send(
  page: string,
  fields: Record<string, string>,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address }
  const body = new URLSearchParams(fields)
  const asked = { method: 'POST', headers, body, signal, redirect: 'manual' } as const
  return statusOf(await fetch(shop.url + page, asked))
}

async function statusOf(answer: Response): Promise<string> {
  await answer.arrayBuffer()
  const again = answer.headers.get('retry-after')
  return again === null ? String(answer.status) : `${answer.status}, to come back`
}
