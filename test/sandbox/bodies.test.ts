import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './harness.ts'

const together = 1_000_000
const long = 800_000

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(undefined, together)
})
afterAll(() => sandbox.stop())

/** Sends a body without its last byte, so that the server holds it; sends it again if another body took its room. */
function holdOpen(path: string): { destroy(): void } {
  const headers = { 'content-type': 'application/json', 'content-length': long + 1 }
  let held: http.ClientRequest
  const open = () => {
    held = http.request(sandbox.url + path, { method: 'POST', headers, agent: false })
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

const send = (path: string) => sandbox.call('POST', path, { text: 'x'.repeat(long / 2) })

test.each(['/receiver', '/transfers'])(
  'bodies that are held open at %s have limited space, and further ones have to retry',
  async path => {
    const usual = await send(path)
    expect(usual.status).not.toBe(429)
    const held = holdOpen(path)
    const refused = await comes(path, ({ status }) => status === 429)
    expect(refused.body).toMatchObject({ code: 'rate_limited', error: 'Too much is being sent at once: send it again' })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await sandbox.call('GET', '/clock')).status).toBe(200)
    held.destroy()
    expect((await comes(path, ({ status }) => status !== 429)).status).toBe(usual.status)
  },
)

test('a body of more than a megabyte is refused with its limit', async () => {
  const roomy = await startSandbox()
  try {
    const { status, body } = await roomy.call('POST', '/receiver', { text: 'x'.repeat(1_048_577) })
    expect([status, body.error]).toEqual([400, 'the body is longer than 1048576 bytes'])
  } finally {
    await roomy.stop()
  }
})

/** Repeats the request until it gets this answer, because a body under way takes time to arrive. */
async function comes(path: string, isIt: (answer: Awaited<ReturnType<typeof send>>) => boolean) {
  for (;;) {
    const answer = await send(path)
    if (isIt(answer)) return answer
  }
}
