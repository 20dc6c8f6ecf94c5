import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployFolder, findOnPath } from '../drills/ha/programs.ts'
import { waitUntil } from './kit/shop-process.ts'

const haproxy = process.platform === 'linux' ? findOnPath('haproxy') : undefined
if (!haproxy)
  process.stderr.write('Left out: HAProxy before the processes. To have it: bash drills/ha/install.sh (Debian)\n')

// Its ports are fixed, so it gets separate addresses.
const [balancer, api, nobody] = ['127.0.90.1', '127.0.90.2', '127.0.90.3'] as const
const perS = 5

describe.skipIf(!haproxy)('deploy/haproxy.cfg', () => {
  let folder: string
  let child: ChildProcess | undefined
  let isReady = true
  let unready = 0
  const server = http.createServer((request, response) => {
    if (request.url === '/readyz' && !isReady) {
      unready++
      response.statusCode = 503
    }
    response.end('taken')
  })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-balancer-'))
    await new Promise<void>(resolve => server.listen(3000, api, resolve))
    const file = path.join(folder, 'haproxy.cfg')
    // The name of the socket is valid for the whole machine, which may be running a drill.
    const shipped = readFileSync(path.join(deployFolder, 'haproxy.cfg'), 'utf8')
    await writeFile(file, shipped.replaceAll('abns@warung-primary', `abns@${path.basename(folder)}`))
    child = spawn(haproxy!, ['-db', '-f', file], { env: environment(), stdio: 'ignore' })
    await waitUntil(async () => (await statusOf('/')) === 200, 20_000)
  }, 60_000)

  afterAll(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  const spellings: [string, (key: string, nth: number) => [path: string, headers?: Record<string, string>]][] = [
    ['X-API-Key', key => ['/api/x', { 'x-api-key': key }]],
    ['X-API-Key before another one in the query', (key, nth) => [`/api/x?apiKey=${nth}`, { 'x-api-key': key }]],
    ['?apiKey=', key => [`/api/x?apiKey=${key}`]],
    ['?apiKey= beside an empty header', key => [`/api/x?apiKey=${key}`, { 'x-api-key': '' }]],
    ['&apiKey= among others', (key, nth) => [`/api/x?page=${nth}&apiKey=${key}&search=${nth}`]],
    ['another letter percent-encoded each time', (key, nth) => [`/api/x?apiKey=${encodedAt(key, nth % key.length)}`]],
    ['a percent-encoded name', (key, nth) => [`/api/x?${encodedAt('apiKey', nth % 6)}=${key}`]],
    ['a semicolon before another one', (key, nth) => [`/api/x?search=;apiKey=${nth}&apiKey=${key}`]],
    ['another one inside a value', (key, nth) => [`/api/x?search=%26apiKey%3D${nth}&apiKey=${key}`]],
  ]

  test.each(spellings)('a key is limited to its requests per second with %s', async (name, spelled) => {
    const key = `wrg_test_${Buffer.from(name).toString('hex')}`
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, nth) => statusOf(...spelled(key, nth))))
    expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  test.each([
    ['a hundred keys', (nth: number) => `/api/x?apiKey=wrg_test_${nth}`],
    ['pages without a key', () => '/pay/x?lang=id'],
    ['parameters with a longer name', () => '/api/x?myapiKey=one'],
  ])('%s are counted separately', async (_, pathOf) => {
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, nth) => statusOf(pathOf(nth))))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('haproxy still sends requests to processes that are not ready, as during a database outage', async () => {
    isReady = false
    const servers = 4
    const fall = 2
    await waitUntil(() => unready >= servers * (fall + 1), 20_000)
    expect(await statusOf('/pay/x')).toBe(200)
    isReady = true
  })
})

function environment(): Record<string, string> {
  const databases = [1, 2, 3].map(number => [`DATABASE_${number}`, nobody])
  const processes = { API_1: api, API_2: api, BOT_1: api, BOT_2: api }
  return {
    PROXY_ADDRESS: balancer,
    ...Object.fromEntries(databases),
    ...processes,
    REQUESTS_PER_KEY_PER_S: String(perS),
  }
}

const encodedAt = (text: string, index: number) =>
  `${text.slice(0, index)}%${text.charCodeAt(index).toString(16)}${text.slice(index + 1)}`

async function statusOf(requested: string, headers: Record<string, string> = {}): Promise<number> {
  try {
    const answer = await fetch(`http://${balancer}:3000${requested}`, { headers })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
