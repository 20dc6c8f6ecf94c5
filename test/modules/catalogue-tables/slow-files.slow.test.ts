import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCatalog } from '../../../src/catalog/import/parse-catalog.ts'
import { findFreePort, type ShopProcess, startShop } from '../../kit/shop-process.ts'

const busyMsMax = 300
const aMegabyte = 1_048_576
const nameBytes = 11

let folder: string
let shop: ShopProcess
let session: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-slow-files-'))
  shop = await startShop({ PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { merchant } = JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))
  const answer = await post('/sign-in', new URLSearchParams({ act: 'in', ...merchant }), '')
  session = answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}, 400_000)

afterAll(async () => {
  shop.signal('SIGTERM')
  await shop.ended
  await rm(folder, { recursive: true, force: true })
})

function post(to: string, body: FormData | URLSearchParams, cookie: string): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  return fetch(shop.url + to, { method: 'POST', redirect: 'manual', headers, body })
}

function upload(text: string): Promise<Response> {
  const body = new FormData()
  body.set('act', 'import')
  body.set('file', new Blob([text]), 'catalog.yaml')
  return post('/dashboard/catalog/import?act=import', body, session)
}

function unknownNames(bytes: number): string {
  return Array.from({ length: bytes / nameBytes }, (_, nth) => `n${String(nth).padStart(6, '0')}: 1\n`).join('')
}

/**
 * Returns the CPU time of the thread that serves all requests. Unlike elapsed time, it does not depend on how busy the
 * machine is.
 */
function busyMs(): number {
  const [user, system] = readFileSync(`/proc/${shop.pid}/task/${shop.pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11)
  return (Number(user) + Number(system)) * 10
}

test('the measured files would block the thread for long, because a megabyte of them is read', () => {
  const before = process.threadCpuUsage()
  expect(parseCatalog(unknownNames(aMegabyte)).mistakes.length).toBeGreaterThan(0)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeGreaterThan(busyMsMax)
})

test.each([
  ['184 KB', 184_000],
  ['5 MB', 5_200_000],
])('while %s of unknown names are imported, the shop answers others', { timeout: 300_000 }, async (_name, bytes) => {
  let isDone = false
  const importing = upload(unknownNames(bytes)).finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone) {
    const before = busyMs()
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    waits.push(busyMs() - before)
  }
  const refused = await importing
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('role="alert"')
  process.stderr.write(`${waits.length} times /healthz, ${Math.max(...waits)} ms of work at most before an answer\n`)
  expect(waits.length).toBeGreaterThan(3)
  expect(Math.max(...waits)).toBeLessThan(busyMsMax)
})
