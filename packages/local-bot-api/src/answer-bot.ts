import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BotApiError, type ErrorParameters } from './bot-api-error.ts'
import { type CallingBot, findBotByToken } from './bots.ts'
import { createFaultError, takeNextFault } from './faults.ts'
import type { Call } from './method.ts'
import { methods } from './methods.ts'
import { publishNews } from './news.ts'
import { makeParams } from './params.ts'
import { type ParsedRequest, readRequest } from './read-request.ts'
import type { Room } from './room.ts'

/** Handles `ANY /bot<token>/<method>`: performs a bot's call and answers as Telegram would, including faults. */
export async function answerBot(
  room: Room,
  req: IncomingMessage,
  res: ServerResponse,
  { token, methodName }: { token: string; methodName: string },
): Promise<void> {
  const hungUp = new AbortController()
  res.once('close', () => hungUp.abort())
  let answer: object | undefined
  let status = 200
  try {
    const sent = await readRequest(room, req, new URLSearchParams(req.url?.split('?')[1]))
    const bot = await findBotByToken(room, token, methodName.toLowerCase())
    if (bot === undefined) throw new BotApiError(401, 'Unauthorized')
    answer = await answerCall(room, bot, { methodName, sent, signal: hungUp.signal })
  } catch (error) {
    const refused = asBotApiError(room, error, methodName)
    status = refused.code
    answer = errorBody(refused)
  }
  if (answer === undefined) {
    res.destroy()
    return
  }
  const retryAfter = (answer as { parameters?: ErrorParameters }).parameters?.retry_after
  res.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  res.end(JSON.stringify(answer))
}

/** Performs a call from the answer to a webhook as if the bot had sent it, and discards its result. */
export async function performForBot(
  room: Room,
  botId: number,
  methodName: string,
  values: Record<string, unknown>,
): Promise<void> {
  const rows = await room.sql.query<CallingBot>('select *, true as faulty from local_bot_api.bot where id = $1', [
    botId,
  ])
  if (rows[0] === undefined) return
  try {
    const sent = { values, uploads: new Map() }
    await answerCall(room, rows[0], { methodName, sent, signal: new AbortController().signal })
  } catch (error) {
    const { message } = asBotApiError(room, error, methodName)
    room.log.warn(
      { bot: rows[0].username, method: methodName },
      `local Bot API: a call in a webhook's answer: ${message}`,
    )
  }
}

/** Returns the answer, or undefined if a fault cuts the connection after the call was executed. */
async function answerCall(
  room: Room,
  bot: CallingBot,
  { methodName, sent, signal }: { methodName: string; sent: ParsedRequest; signal: AbortSignal },
): Promise<object | undefined> {
  room.onCall?.({ bot: bot.username, method: methodName, values: sent.values, uploads: [...sent.uploads.keys()] })
  const fault = bot.faulty ? await takeNextFault(room, bot, methodName.toLowerCase()) : undefined
  const error = fault && createFaultError(fault)
  if (error !== undefined) {
    if (fault?.timeout_ms) await sleep(fault.timeout_ms, undefined, { ref: false })
    throw error
  }
  const method = methods.get(methodName.toLowerCase())
  if (method === undefined) {
    await publishNews(room, 'loud', { bot: bot.id }, { bot: bot.username, method: methodName })
    room.log.warn({ bot: bot.username, method: methodName }, 'local Bot API: a bot called a method that is not here')
    throw new BotApiError(404, 'Not Found: method not found')
  }
  const call: Call = { room, bot, params: makeParams(sent.values, sent.uploads), signal }
  const result = await method(call)
  if (fault?.timeout_ms != null) {
    // The call is executed but its answer is never sent, so the bot cannot know whether it worked.
    await sleep(fault.timeout_ms, undefined, { ref: false })
    return undefined
  }
  return { ok: true, result, ...(call.description && { description: call.description }) }
}

function asBotApiError(room: Room, error: unknown, method: string): BotApiError {
  if (error instanceof BotApiError) return error
  room.log.error({ err: error, method }, 'local Bot API: a method failed')
  return new BotApiError(500, 'Internal Server Error')
}

function errorBody(error: BotApiError): object {
  return {
    ok: false,
    error_code: error.code,
    description: error.message,
    ...(error.parameters !== undefined && { parameters: error.parameters }),
  }
}
