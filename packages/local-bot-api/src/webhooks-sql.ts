import { isHeldSql } from './updates.ts'

/** An update that this process delivers to its webhook, under a lease. */
export interface ClaimedUpdate {
  bot_id: number
  update_id: number
  payload: object
  copies: number
  failures: number
  delay_s: number
  webhook_url: string
  webhook_secret: string
  max_connections: number
}

// A bot in mode `twice` gets the update once more.
export const deliverAgainSql = `
  update local_bot_api.update_queue set copies = copies - 1, lease_token = null, lease_until = null, failures = 0
  where bot_id = $1 and update_id = $2 and lease_token = $3`

export const renewLeasesSql = `
  update local_bot_api.update_queue set lease_until = clock_timestamp() + $4 * interval '1 s'
  from unnest($2::bigint[], $3::bigint[]) as running (bot_id, update_id)
  where update_queue.bot_id = running.bot_id and update_queue.update_id = running.update_id and lease_token = $1`

/** Deletes delivered updates, and returns whether another update waits behind any of them. */
export const deleteDeliveredSql = `
  with gone as (
    delete from local_bot_api.update_queue using unnest($2::bigint[], $3::bigint[]) as brought (bot_id, update_id)
    where update_queue.bot_id = brought.bot_id and update_queue.update_id = brought.update_id and lease_token = $1
    returning update_queue.bot_id, update_queue.queue_key, update_queue.update_id
  )
  select exists (
    select from gone join local_bot_api.update_queue behind
      on behind.bot_id = gone.bot_id and behind.queue_key = gone.queue_key and behind.update_id > gone.update_id
  ) as more`

export const claimDueSql = `
  with due as (
    select queued.bot_id, queued.update_id
    from local_bot_api.update_queue queued
    join local_bot_api.bot on bot.id = queued.bot_id and bot.webhook_url <> ''
    where not ${isHeldSql} and queued.due_at <= clock_timestamp() and queued.expires_at > clock_timestamp()
      and (queued.lease_until is null or queued.lease_until < clock_timestamp())
      and queued.bot_id <> all ($4::bigint[])
      and (queued.parallel or not exists (
        select from local_bot_api.update_queue earlier
        where earlier.bot_id = queued.bot_id and earlier.queue_key = queued.queue_key
          and earlier.update_id < queued.update_id and not earlier.parallel
          and earlier.expires_at > clock_timestamp()))
    order by queued.update_id limit $1
    for update of queued skip locked
  )
  update local_bot_api.update_queue queued
  set lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 s'
  from due, local_bot_api.bot
  where queued.bot_id = due.bot_id and queued.update_id = due.update_id and bot.id = due.bot_id
  returning queued.bot_id, queued.update_id, queued.payload, queued.copies, queued.failures, queued.delay_s,
            bot.webhook_url, bot.webhook_secret, bot.max_connections`

export const retryLaterSql = `
  update local_bot_api.update_queue
  set failures = failures + 1, delay_s = $4, due_at = clock_timestamp() + $5 * interval '1 s',
      lease_token = null, lease_until = null
  where bot_id = $1 and update_id = $2 and lease_token = $3`
