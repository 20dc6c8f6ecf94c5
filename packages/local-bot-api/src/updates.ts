import type { Bot } from './bots.ts'
import type { Room } from './room.ts'

/** How long Telegram stores an update that the bot does not fetch. */
export const lifeS = {
  message: 86_400,
  edited_message: 86_400,
  callback_query: 150,
  inline_query: 30,
  chosen_inline_result: 1_800,
  pre_checkout_query: 10,
  my_chat_member: 86_400,
}

/**
 * Returns Telegram's queue for a person's presses. Messages queue by chat, so presses and messages may overtake each
 * other.
 */
export const pressQueueKey = (personId: number) => personId + 3 * 2 ** 33

/**
 * Queues an update under the bot's next number, according to its update mode. Returns the number, or undefined if the
 * bot did not subscribe to updates of this kind.
 */
export async function queueUpdate(
  room: Room,
  bot: Bot,
  update: { kind: keyof typeof lifeS; queueKey: number; payload: object },
): Promise<number | undefined> {
  const { kind, queueKey, payload } = update
  const rows = await room.sql.query<{ update_id: number }>(insertUpdate, [
    bot.id,
    kind,
    queueKey,
    JSON.stringify({ [kind]: payload }),
    lifeS[kind],
  ])
  announceUpdate(room, bot)
  return rows[0]?.update_id
}

/** Wakes the webhook delivery or the long poll that sends updates to the bot. */
export function announceUpdate(room: Pick<Room, 'signals'>, bot: Bot): void {
  room.signals.wake(`updates:${bot.id}`)
  // If a webhook was set after the bot was read, the next round of deliveries finds it.
  if (bot.webhook_url !== '') room.signals.wake('webhooks')
}

/** The effect of the bot's settings on a new update. $1 is the bot, $2 the kind. */
export const updateSettingsSql = `
  settings as (
    select update_mode, (allowed_updates is null or allowed_updates ? $2::text) as wanted,
           clock_timestamp() + case when update_mode = 'delay' then delay_ms else 0 end * interval '1 ms' as due_at
    from local_bot_api.bot where id = $1
  )`

const insertUpdate = `
  with ${updateSettingsSql},
  counter as (
    update local_bot_api.bot_counter set last_update_id = last_update_id + 1
    where bot_id = $1 and (select wanted from settings)
    returning last_update_id
  )
  insert into local_bot_api.update_queue
    (bot_id, update_id, kind, queue_key, payload, due_at, expires_at, held, parallel, copies)
  select $1, last_update_id, $2, $3, $4::json, due_at, now() + $5 * interval '1 s',
         update_mode = 'hold', update_mode = 'parallel', case when update_mode = 'twice' then 2 else 1 end
  from counter, settings
  returning update_id`

/**
 * An update written during a change of the bot's mode may be marked as held although the mode does not hold updates.
 */
export const isHeldSql = "(held and bot.update_mode <> 'normal')"

/** Sets how updates reach a bot, or all bots including future ones; `normal` releases held and delayed updates. */
export async function setUpdateMode(room: Room, bot: Bot | undefined, mode: string, delayMs: number): Promise<void> {
  const botId = bot?.id ?? null
  await room.sql.transaction(async tx => {
    await tx.write('update local_bot_api.bot set update_mode = $2, delay_ms = $3 where $1::bigint is null or id = $1', [
      botId,
      mode,
      delayMs,
    ])
    if (botId === null) {
      await tx.write(
        `insert into local_bot_api.setting (name, value) values ('update_mode', $1)
         on conflict (name) do update set value = excluded.value`,
        [JSON.stringify({ mode, delay_ms: delayMs })],
      )
    }
    if (mode === 'normal') {
      await tx.write(
        `update local_bot_api.update_queue set held = false, due_at = least(due_at, clock_timestamp())
         where ($1::bigint is null or bot_id = $1) and failures = 0 and (held or due_at > clock_timestamp())`,
        [botId],
      )
    }
  })
  for (const key of botId === null ? room.signals.waiting('updates') : [botId]) room.signals.wake(`updates:${key}`)
  room.signals.wake('webhooks')
}

/** Deletes updates that are too old to be delivered. */
export async function dropExpiredUpdates(room: Room): Promise<number> {
  return room.sql.write('delete from local_bot_api.update_queue where expires_at < clock_timestamp()')
}
