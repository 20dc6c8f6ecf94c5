import { raw } from '@mikro-orm/core'
import { Connection } from '../connections/connection.ts'
import { recordFailure, recordSuccess } from '../connections/connection-health.ts'
import { Reading } from '../connections/reading.ts'
import type { Connector } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { selectColumns, toInstances } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'

type FollowNeeds = Needs<'sql' | 'em' | 'transaction' | 'now' | 'connectors' | 'reactions'>

const missedMax = 3
const providersRestMs = 1000

/**
 * Records a heartbeat, which proves that all earlier money was reported, so that payments that wait for older money may
 * expire.
 */
export async function recordHeartbeat(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions'>,
  connection: Connection,
  window: Window,
  coveredAgoS: number,
): Promise<void> {
  const watermark = new Date(app.now().getTime() - (coveredAgoS + window.lagS) * 1000)
  // It only moves forward.
  const earlier = { connection: connection.id, watermark: { $lt: watermark } }
  await app.em('shared').nativeUpdate(Reading, earlier, { watermark })
  await recordSuccess(app, connection)
}

/** The maximum number of a connection's devices whose last reports are stored. */
const devicesMax = 20

/** Records when a phone or a provider last reported: the time of its last verified and stored request. */
export async function recordReport(
  app: Needs<'em' | 'now'>,
  connection: Connection,
  connector: Connector,
  device: string | null = null,
): Promise<void> {
  const reportedAt = app.now()
  // Every heartbeat of a phone counts; notifications of a busy provider are not worth a write each.
  const restMs = connector.traits.needsForwarder ? 0 : providersRestMs
  const before = new Date(reportedAt.getTime() - restMs)
  const earlier = { connection: connection.id, $or: [{ reportedAt: null }, { reportedAt: { $lt: before } }] }
  await app.em('shared').nativeUpdate(Reading, earlier, { reportedAt })
  if (device !== null) await recordDevice(app, connection, device)
}

async function recordDevice({ em, now }: Needs<'em' | 'now'>, { id }: Connection, device: string): Promise<void> {
  const seenDevices = raw<Record<string, string>>('devices || jsonb_build_object(?::text, ?::text)', [
    device,
    now().toISOString(),
  ])
  const hasRoom = raw('(select count(*) from jsonb_object_keys(devices))')
  const isKnown = raw('jsonb_exists(devices, ?)', [device])
  const stored = { connection: id, $or: [{ [isKnown]: true }, { [hasRoom]: { $lt: devicesMax } }] }
  await em('shared').nativeUpdate(Reading, stored, { devices: seenDevices })
}

/**
 * Checks connections whose provider pushes and cannot be polled. Without an agreed heartbeat only the clock counts.
 * After three missing heartbeats the connection fails, its merchant is notified, and its payments stay pending. Returns
 * the number of connections that fell silent.
 */
export async function followPushes(app: FollowNeeds): Promise<number> {
  const lags = Object.fromEntries(listPushingConnectors(app).map(({ id, window }) => [id, window.lagS]))
  const unmissed = toInstances(Connection, await app.sql.query(coverByClockSql, { lags, now: app.now() }))
  for (const connection of unmissed) await recordSuccess(app, connection)
  const silent = toInstances(Connection, await app.sql.query(silentSql, { lags, now: app.now(), missedMax }))
  for (const connection of silent) {
    const sentence = 'the forwarder is silent: is the phone on, and may it run in the background?'
    await recordFailure(app, connection, { kind: 'silent', sentence })
  }
  return silent.length
}

/** Returns the connectors whose provider pushes and cannot be polled. */
export function listPushingConnectors({ connectors }: Needs<'connectors'>): Connector[] {
  return Object.values(connectors).filter(
    ({ receive, transfers, matches }) => receive && !transfers && matches === 'amount',
  )
}

// Every few seconds for all connections whose provider pushes; each may have its own window.

const lagOf = `coalesce((c.window_overrides->>'lagS')::float8, (:lags::jsonb->>c.connector)::float8)`

interface Following {
  /** The lag in seconds of each connector that pushes. */
  lags: Record<string, number>
  now: Date
}

/** Moves watermarks by the clock. Returns those that failed while heartbeats were agreed on. */
const coverByClockSql = statement<Following>(`
  with covered as (
  update reading r
  set watermark = greatest(r.watermark, :now::timestamptz - make_interval(secs => ${lagOf}))
  from connection c
  where c.id = r.connection_id and c.removed_at is null and :lags::jsonb ? c.connector
    and c.window_overrides->>'heartbeatS' is null
  returning c.id)
  select ${selectColumns(Connection, 'c')} from connection c join covered using (id) where c.failing_since is not null`)

/** Finds connections that missed more than `missedMax` consecutive heartbeats. */
const silentSql = statement<Following & { missedMax: number }>(`
  select ${selectColumns(Connection, 'c')} from connection c join reading r on r.connection_id = c.id
  where c.is_active and c.failing_since is null and :lags::jsonb ? c.connector
    and r.watermark < :now::timestamptz - make_interval(
      secs => ${lagOf} + :missedMax * (c.window_overrides->>'heartbeatS')::float8)`)
