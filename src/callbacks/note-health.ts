import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import type { Attempt } from './attempt.ts'
import { type EndpointHealth, healthAfter } from './endpoint-health.ts'

interface Endpoint extends EndpointHealth {
  accountId: number
  origin: string
}

/**
 * Counts attempts for the health of their endpoints. Where that disables one, what still waits for it is paused and the
 * merchant is told. Addresses that may not be called, and receivers that are gone for good, say nothing about others.
 */
export async function noteHealth(app: Needs<'reactions'>, tx: Tx, attempts: Attempt[], now: Date): Promise<void> {
  const telling = attempts.filter(
    ({ delivery, outcome }) => outcome.next === 'retry' || (outcome.next === 'delivered' && delivery.isTroubled),
  )
  if (telling.length === 0) return
  const before = await lockEndpoints(tx, telling)
  const after = before.map(endpoint => ({
    ...endpoint,
    ...telling
      .filter(({ delivery }) => delivery.accountId === endpoint.accountId && delivery.origin === endpoint.origin)
      .reduce<EndpointHealth>(
        (health, { outcome }) => healthAfter(health, outcome.next === 'delivered', now),
        endpoint,
      ),
  }))
  await tx.write(updateSql, columnsOf(after))
  await disable(
    app,
    tx,
    after.filter(({ disabledAt }, at) => disabledAt && !before[at]!.disabledAt),
    now,
  )
}

async function lockEndpoints(tx: Tx, attempts: Attempt[]): Promise<Endpoint[]> {
  const names = [attempts.map(({ delivery }) => delivery.accountId), attempts.map(({ delivery }) => delivery.origin)]
  await tx.write(
    `insert into callback_endpoint (account_id, origin) select distinct * from unnest($1::bigint[], $2::text[]) order by 1, 2
     on conflict do nothing`,
    names,
  )
  return tx.query<Endpoint>(lockSql, names)
}

const lockSql = `
  select account_id as "accountId", origin, failures_in_row as "failuresInRow", window_from as "windowFrom",
    window_tries as "windowTries", window_failures as "windowFailures", open_s as "openS",
    nullif(blocked_until, '-infinity') as "blockedUntil", failing_since as "failingSince", disabled_at as "disabledAt"
  from callback_endpoint
  where (account_id, origin) in (select * from unnest($1::bigint[], $2::text[]))
  order by account_id, origin for update`

const updateSql = `
  update callback_endpoint e
  set failures_in_row = n.failures_in_row, window_from = n.window_from, window_tries = n.window_tries,
    window_failures = n.window_failures, open_s = n.open_s, blocked_until = coalesce(n.blocked_until, '-infinity'),
    failing_since = n.failing_since, disabled_at = n.disabled_at
  from unnest($1::bigint[], $2::text[], $3::integer[], $4::timestamptz[], $5::integer[], $6::integer[], $7::integer[],
    $8::timestamptz[], $9::timestamptz[], $10::timestamptz[])
    as n(account_id, origin, failures_in_row, window_from, window_tries, window_failures, open_s, blocked_until,
      failing_since, disabled_at)
  where e.account_id = n.account_id and e.origin = n.origin`

function columnsOf(endpoints: Endpoint[]): unknown[] {
  const names = [
    'accountId',
    'origin',
    'failuresInRow',
    'windowFrom',
    'windowTries',
    'windowFailures',
    'openS',
    'blockedUntil',
    'failingSince',
    'disabledAt',
  ] as const
  return names.map(name => endpoints.map(endpoint => endpoint[name]))
}

async function disable(app: Needs<'reactions'>, tx: Tx, endpoints: Endpoint[], now: Date): Promise<void> {
  if (endpoints.length === 0) return
  await tx.write(
    `update delivery set state = 'paused'
     where state = 'pending' and lease_token is null
       and (account_id, origin) in (select * from unnest($1::bigint[], $2::text[]))`,
    [endpoints.map(({ accountId }) => accountId), endpoints.map(({ origin }) => origin)],
  )
  await announce(
    app,
    tx,
    endpoints.map(({ accountId, origin, failingSince }) => ({
      accountId,
      type: 'callback.endpoint_disabled' as const,
      subject: `endpoint ${accountId} ${origin} ${now.toISOString()}`,
      payload: { origin, failingSince: failingSince!.toISOString() },
      createdAt: now,
    })),
  )
}
