import { type ChildProcess, fork } from 'node:child_process'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Answer } from './machine.ts'

const kills = 4
let database: TestDatabase
let child: ChildProcess
let port: number
let hookPort: number
let url: string
beforeAll(async () => {
  database = await createTestDatabase()
  port = await freePort()
  hookPort = await freePort()
  url = `http://127.0.0.1:${port}/telegram`
  await start()
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await database?.drop()
})

async function start(): Promise<void> {
  const file = new URL('machine-process.ts', import.meta.url)
  child = fork(file, [String(port), JSON.stringify(database.connection)])
  await new Promise(resolve => child.once('message', resolve))
}

async function kill(): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function post(path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

it('a killed process loses nothing it acknowledged, reuses no number, and delivers every update', async () => {
  const brought = new Set<string>()
  const numbers = new Map<number, string>()
  const hook = http.createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const { update_id, message } = JSON.parse(body)
    brought.add(message.text)
    // A number may be delivered again after a kill, but always with the same message.
    expect(numbers.get(update_id) ?? message.text).toBe(message.text)
    numbers.set(update_id, message.text)
    res.end()
  })
  await new Promise<void>(resolve => hook.listen(hookPort, '127.0.0.1', resolve))
  const bot = await post('bots', { username: 'killed_bot', first_name: 'K' })
  await fetch(`${url}/bot${bot.token}/setWebhook?url=http://127.0.0.1:${hookPort}/`)
  const people = await Promise.all(
    Array.from({ length: 5 }, async () => (await post('people', { first_name: 'P' })).id),
  )

  const answered: { text: string; message_id: number; update_id: number }[] = []
  let going = true
  const talking = people.map(async from => {
    for (let count = 0; going; count++) {
      const text = `${from} ${count}`
      const sent = await post('messages', { bot: 'killed_bot', from, text }).catch(() => undefined)
      if (sent !== undefined) answered.push({ text, ...sent })
    }
  })
  for (let round = 1; round <= kills; round++) {
    const before = answered.length
    await expect.poll(() => answered.length, { timeout: 10_000 }).toBeGreaterThan(before + 20)
    await kill()
    await start()
  }
  going = false
  await Promise.all(talking)

  expect(new Set(answered.map(({ message_id }) => message_id)).size).toBe(answered.length)
  expect(new Set(answered.map(({ update_id }) => update_id)).size).toBe(answered.length)
  const kept = new Set<string>()
  for (const person of people) {
    const messages = (await (await fetch(`${url}/control/messages?bot=killed_bot&person=${person}`)).json()) as Answer[]
    for (const { text } of messages) kept.add(text)
  }
  const lately = answered.slice(-1000)
  expect(lately.filter(({ text }) => !kept.has(text))).toEqual([])
  await expect.poll(() => answered.filter(({ text }) => !brought.has(text)), { timeout: 20_000 }).toEqual([])
  hook.closeAllConnections()
  hook.close()
}, 90_000)

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    }),
  )
}
