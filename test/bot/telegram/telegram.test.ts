import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { BotError, Context } from 'grammy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classifyTelegramError, createApi, describeTelegramError } from '../../../bot/telegram/telegram.ts'
import { createLog } from '../../../src/lib/log.ts'

const token = '7123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0'

let answers: { status: number; body: string }[]
let asked: number
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    asked++
    const { status, body } = answers.shift() ?? { status: 200, body: '{"ok":true,"result":true}' }
    if (status === 0) request.socket.destroy()
    else response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
})
let apiRoot: string

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  apiRoot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

async function failWith(root: string, ...given: typeof answers): Promise<unknown> {
  answers = given
  asked = 0
  const api = createApi({ apiRoot: root, token, timeoutMs: 500 })
  return api.getMe().then(
    () => expect.unreachable('the call worked'),
    error => error,
  )
}

const refusal = (code: number, description: string, parameters?: object) => ({
  status: code,
  body: JSON.stringify({ ok: false, error_code: code, description, ...(parameters && { parameters }) }),
})

describe('the token', () => {
  test.each([
    ['a connection that breaks', () => failWith(apiRoot, { status: 0, body: '' })],
    ['a refused connection', () => failWith('http://127.0.0.1:9')],
    ['an unknown host', () => failWith('http://telegram.invalid')],
    ['a response that is not JSON', () => failWith(apiRoot, { status: 502, body: `<html>/bot${token}/getMe</html>` })],
    ['a refusal', () => failWith(apiRoot, refusal(401, 'Unauthorized'))],
  ])('logs and stored texts contain no part of the token after %s', async (_, fail) => {
    const error = await fail()
    const context = new Context({ update_id: 1 }, createApi({ apiRoot, token, timeoutMs: 500 }), {} as never)
    const lines: string[] = []
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    for (const each of [error, new BotError(error, context)]) {
      log.error({ err: each }, 'a call failed')
      log.error({ error: describeTelegramError(each), url: `${apiRoot}/bot${token}/getMe` }, 'a call failed')
    }
    expect(lines).toHaveLength(4)
    expect(lines.join('')).not.toContain(token.split(':')[1])
    expect(describeTelegramError(error)).not.toContain(token.split(':')[1])
    // Forms store the errors of their calls.
    expect(inspect(error, { depth: 5 })).not.toContain(token.split(':')[1])
    expect(JSON.stringify((error as { error?: unknown }).error ?? error)).not.toContain(token.split(':')[1])
  })
})

describe('classifying a failed request', () => {
  test.each([
    [refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 }), { is: 'limited', retryAfterS: 7 }],
    [refusal(401, 'Unauthorized'), { is: 'revoked' }],
    [refusal(404, 'Not Found'), { is: 'revoked' }],
    [refusal(403, 'Forbidden: bot was blocked by the user'), { is: 'blocked' }],
    [refusal(403, 'Forbidden: user is deactivated'), { is: 'blocked' }],
    [refusal(400, 'Bad Request: chat not found'), { is: 'blocked' }],
    [
      refusal(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      ),
      { is: 'not_modified' },
    ],
    [refusal(400, 'Bad Request: message to edit not found'), { is: 'gone' }],
    [refusal(400, "Bad Request: message can't be edited"), { is: 'gone' }],
    [refusal(400, 'Bad Request: there is no text in the message to edit'), { is: 'other_form' }],
    [
      refusal(400, 'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 0'),
      { is: 'bad_markup' },
    ],
    [refusal(400, 'Bad Request: wrong file identifier/HTTP URL specified'), { is: 'bad_file' }],
    [
      refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid'),
      { is: 'answered' },
    ],
    [refusal(400, 'Bad Request: BUTTON_DATA_INVALID'), { is: 'refused' }],
    [refusal(500, 'Internal Server Error'), { is: 'unknown' }],
    [{ status: 502, body: 'Bad Gateway' }, { is: 'unknown' }],
    [{ status: 0, body: '' }, { is: 'unknown' }],
  ])('a refused request to Telegram is classified: %o', async (answer, trouble) => {
    expect(classifyTelegramError(await failWith(apiRoot, answer))).toEqual(trouble)
  })

  test('a bug in our own code is not taken for a failure of Telegram', () => {
    expect(classifyTelegramError(new TypeError('x is undefined'))).toBeNull()
  })
})

describe('waiting for Telegram', () => {
  test('a short 429 is waited out and retried, and a long one is returned at once', async () => {
    const api = createApi({ apiRoot, token, timeoutMs: 5000, isPatient: true })
    answers = [refusal(429, 'Too Many Requests: retry after 0', { retry_after: 0 })]
    asked = 0
    await api.getMe()
    expect(asked).toBe(2)
    answers = [refusal(429, 'Too Many Requests: retry after 30', { retry_after: 30 })]
    await expect(api.getMe()).rejects.toThrow('retry after 30')
    expect(asked).toBe(3)
  })
})
