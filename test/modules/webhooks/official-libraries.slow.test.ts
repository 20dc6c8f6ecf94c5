import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OutwardType } from '../../../src/events/outward.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { deliverEventsOnce } from '../../kit/endpoints.ts'
import { findRow, outwardTypes } from '../../kit/outward.ts'
import { findFreePort } from '../../kit/shop-process.ts'
import { create } from '../../payments/scenario.ts'

// The libraries that Standard Webhooks publishes, downloaded only for this test, in receivers written from the
// documents. The examples in docs/receivers install nothing.

const folder = mkdtempSync(path.join(os.tmpdir(), 'standard-webhooks-'))
const run = (command: string, args: string[]) =>
  void execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 400_000 })

interface Library {
  of: string
  fetch(): void
  start: [command: string, ...args: string[]]
}

const libraries: Library[] = [
  {
    of: 'npm',
    fetch() {
      writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
      run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'standardwebhooks@1'])
    },
    start: [process.execPath, 'receiver.mjs'],
  },
  {
    of: 'PyPI',
    fetch: () => run('python3', ['-m', 'pip', 'install', '--quiet', '--target', '.', 'standardwebhooks']),
    start: ['python3', 'receiver.py'],
  },
  {
    of: 'the proxy of Go',
    fetch() {
      writeFileSync(path.join(folder, 'go.mod'), 'module receiver\n\ngo 1.21\n')
      run('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'])
      run('go', ['build', '-o', 'receiver', 'receiver.go'])
    },
    start: ['./receiver'],
  },
]

const patience = { timeout: 60_000 }

let shop: TestShop
let ports: number[]

/** The reason why a library is missing. */
const missing = new Map<string, string>()

beforeAll(async () => {
  for (const name of ['mjs', 'py', 'go']) {
    copyFileSync(path.join(import.meta.dirname, `integrators/receiver.${name}`), path.join(folder, `receiver.${name}`))
  }
  for (const { of, fetch } of libraries) {
    try {
      fetch()
    } catch (error) {
      missing.set(of, (error as Error).message.slice(0, 200))
    }
  }
  ports = await Promise.all(libraries.map(findFreePort))
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: ports.map(port => `127.0.0.1:${port}`).join(',') } })
}, 900_000)

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(libraries)('a receiver with the library from $of', ({ of, start }) => {
  let receiver: ChildProcess | undefined

  afterAll(() => void receiver?.kill())

  test("the receiver accepts every type, ignores repetitions, and refuses another secret's signature", async ctx => {
    if (missing.has(of)) ctx.skip(`left out: the library from ${of} cannot be fetched here: ${missing.get(of)}`)
    const port = ports[libraries.findIndex(library => library.of === of)]!
    const asked = { url: `http://127.0.0.1:${port}/`, types: ['payment.created', 'payment.cancelled'] }
    const { endpoint_id, secret } = (await shop.api('/create-endpoint', { body: asked })).body
    const said: string[] = []
    const [command, ...args] = start
    // The response can arrive before the printed line.
    const heard = (count: number) => vi.waitUntil(() => said.length >= count, patience)
    const env = { PATH: process.env.PATH, SECRET: secret, PORT: String(port) }
    receiver = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    createInterface({ input: receiver.stdout! }).on('line', line => said.push(line))
    await vi.waitFor(() => fetch(asked.url, { method: 'POST', body: '{}' }), patience)
    await vi.waitFor(() => expect(said.splice(0)).toEqual([expect.stringMatching(/^refused /)]), patience)

    for (const type of outwardTypes) await shop.api('/test-endpoint', { body: { endpoint_id, type } })
    await tellAll()
    const kept = outwardTypes.map(type => `kept ${type} ${thingOf(type)}`)
    await heard(kept.length)
    expect(said.splice(0).sort()).toEqual(kept.sort())

    const { invoice_id } = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: invoice_id } })
    await tellAll()
    const log = async () => (await shop.api(`/list-deliveries?endpoint_id=${endpoint_id}&limit=2`)).body.data
    const [, made] = await log()
    await shop.api('/resend-delivery', { body: { delivery_id: made.delivery_id } })
    await tellAll()
    await heard(3)
    expect(said.splice(0)).toEqual([
      `kept payment.created payment ${invoice_id}`,
      `kept payment.cancelled payment ${invoice_id}`,
      `dropped payment.created payment ${invoice_id}`,
    ])

    // Both secrets sign during the overlap.
    await shop.api('/roll-endpoint-secret', { body: { endpoint_id, overlap_hours: 1 } })
    await create(shop)
    await tellAll()
    await shop.api('/roll-endpoint-secret', { body: { endpoint_id, overlap_hours: 0 } })
    await create(shop)
    await tellAll()
    await heard(2)
    expect(said.map(line => line.split(' ')[0])).toEqual(['kept', 'refused'])
    const states = (await log()).map(({ state, attempts }: { state: string; attempts: { status: number }[] }) => {
      return [state, attempts[0]!.status]
    })
    expect(states).toEqual([
      ['pending', 401],
      ['delivered', 204],
    ])
    await shop.api('/delete-endpoint', { body: { endpoint_id } })
  }, 300_000)
})

/** Sends each due delivery once: a rejected one stays due. */
async function tellAll(): Promise<void> {
  for (let round = 0; round < 12; round++) await deliverEventsOnce(shop)
}

/** Returns the kind of object in an example, as a receiver names it. */
function thingOf(type: OutwardType): string {
  const [kind] = type.split('.')
  const data = findRow(type).example as Record<string, string>
  const [name] = Object.values(data)
  return [kind, name, data.variant].filter(Boolean).join(' ')
}
