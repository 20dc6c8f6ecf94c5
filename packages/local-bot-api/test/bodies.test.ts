import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Machine, startMachine } from './machine.ts'

const together = 1_000_000
const long = 800_000

let machine: Machine

beforeAll(async () => {
  machine = await startMachine(undefined, { bodiesBytesMax: together })
})
afterAll(() => machine.close())

/** Sends a body without its last byte, so that the server holds it. If another body took its room, it is sent again. */
function holdOpen(address: string): { destroy(): void } {
  const headers = { 'content-type': 'application/json', 'content-length': long + 1 }
  let held: http.ClientRequest
  const open = () => {
    held = http.request(address, { method: 'POST', headers, agent: false })
    const own = held
    own.on('error', () => {})
    own.on('response', () => {
      own.destroy()
      open()
    })
    own.write(Buffer.alloc(long, ' '))
  }
  open()
  return { destroy: () => held.destroy() }
}

test('bodies that are held open have limited space, and further ones are asked to retry', async () => {
  const bot = await machine.makeBot()
  const text = 'x'.repeat(long / 2)
  const ways = {
    call: () => machine.call(bot.token, 'sendMessage', { chat_id: 1, text }),
    control: () => machine.post('messages', { bot: bot.username, from: 1, text }),
  }
  expect(await ways.call()).toMatchObject({ error_code: 400 })
  const held = holdOpen(`${machine.url}/bot${bot.token}/sendMessage`)
  const refused = await comes(ways.call, ({ error_code }) => error_code === 429)
  const description = 'Too Many Requests: retry after 1'
  expect(refused).toEqual({ ok: false, error_code: 429, description, parameters: { retry_after: 1 } })
  expect(await ways.control()).toEqual({ status: 429, body: { error: description } })
  expect(await machine.call(bot.token, 'getMe')).toMatchObject({ ok: true })
  held.destroy()
  expect(await comes(ways.call, ({ error_code }) => error_code !== 429)).toMatchObject({ error_code: 400 })
})

test("the control refuses bodies larger than Telegram's limit", async () => {
  const other = await startMachine()
  try {
    const body = Buffer.alloc(50 * 1024 * 1024 + 1, ' ')
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const answer = await fetch(`${other.url}/control/people`, sent)
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'Request Entity Too Large' }])
  } finally {
    await other.close()
  }
})

/** Repeats a request until the answer is as expected, because a body takes time to arrive. */
async function comes<Answer>(ask: () => Promise<Answer>, isIt: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
  }
}

test('a token or a method with a NUL is not found', async () => {
  for (const path of ['bot%00/getMe', 'bot1:x/get%00Me', 'file/bot%00/a', 'control/%00']) {
    expect((await fetch(`${machine.url}/${path}`)).status).toBe(404)
  }
})
