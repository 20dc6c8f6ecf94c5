import { BotApiError } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import type { Room } from './room.ts'

export interface Fault {
  error_code: number | null
  description: string | null
  retry_after: number | null
  timeout_ms: number | null
}

/** Returns the oldest fault that applies to this call, and counts this use of it. */
export async function takeNextFault(room: Room, bot: Bot, method: string): Promise<Fault | undefined> {
  return room.sql.transaction(async tx => {
    const rows = await tx.query<Fault & { id: number; remaining: number | null }>(
      `select * from local_bot_api.fault
       where method in ($2, '*') and (bot_id is null or bot_id = $1) and (remaining is null or remaining > 0)
       order by id limit 1 for update`,
      [bot.id, method],
    )
    const fault = rows[0]
    if (fault?.remaining === 1) await tx.write('delete from local_bot_api.fault where id = $1', [fault.id])
    else if (fault?.remaining) {
      await tx.write('update local_bot_api.fault set remaining = remaining - 1 where id = $1', [fault.id])
    }
    return fault
  })
}

export interface NewFault {
  bot: Bot | undefined
  method: string
  error_code?: number | undefined
  description?: string | undefined
  retry_after?: number | undefined
  timeout_ms?: number | undefined
  count?: number | undefined
}

export async function addFault(room: Room, fault: NewFault): Promise<void> {
  await room.sql.write(
    `insert into local_bot_api.fault (bot_id, method, error_code, description, retry_after, timeout_ms, remaining)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      fault.bot?.id ?? null,
      fault.method.toLowerCase(),
      fault.error_code ?? (fault.retry_after === undefined ? null : 429),
      fault.description ?? null,
      fault.retry_after ?? null,
      fault.timeout_ms ?? null,
      fault.count ?? null,
    ],
  )
}

/** Removes the faults of a method; without a bot, those of every bot. */
export async function removeFaults(room: Room, bot: Bot | undefined, method: string): Promise<void> {
  await room.sql.write(
    'delete from local_bot_api.fault where method = $1 and ($2::bigint is null or bot_id = $2 or bot_id is null)',
    [method.toLowerCase(), bot?.id ?? null],
  )
}

/** Returns the error of a fault, by default with Telegram's usual text. */
export function createFaultError(fault: Fault): BotApiError | undefined {
  const { error_code: code, description } = fault
  if (code === null) return undefined
  const retryAfterS = fault.retry_after ?? (code === 429 ? 1 : undefined)
  const text = code === 429 ? `Too Many Requests: retry after ${retryAfterS}` : (usual[code] ?? `Error ${code}`)
  return new BotApiError(
    code,
    description ?? text,
    retryAfterS === undefined ? undefined : { retry_after: retryAfterS },
  )
}

const usual: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
