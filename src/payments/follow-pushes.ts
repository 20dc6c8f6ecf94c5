import type { Window } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, connectionColumns } from './connection-call.ts'
import { noteFailure, noteSuccess } from './connection-health.ts'
import { coverByClockSql, coverSql, silentSql } from './push-sql.ts'

type FollowNeeds = Needs<'sql' | 'transaction' | 'now' | 'connectors' | 'reactions' | 'wake'>

const missedMax = 3

/** Takes a heartbeat as the proof that everything before it was told: what waits for older money may expire. */
export async function noteHeartbeat(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>,
  row: ConnectionRow,
  window: Window,
  coveredAgoS: number,
): Promise<void> {
  const watermark = new Date(app.now().getTime() - (coveredAgoS + window.lagS) * 1000)
  await app.sql.write(coverSql, [row.connectionId, watermark])
  await noteSuccess(app, row)
}

/**
 * Looks after connections whose provider pushes and cannot be asked: where no heartbeat was agreed the clock stands for it, and where
 * three in a row are missing the connection fails, its merchant is told, and its payments stay pending. Returns how many fell silent.
 */
export async function followPushes(app: FollowNeeds): Promise<number> {
  const pushing = Object.values(app.connectors).filter(
    ({ receive, transfers, matches }) => receive && !transfers && matches === 'amount',
  )
  const lags = JSON.stringify(Object.fromEntries(pushing.map(({ id, window }) => [id, window.lagS])))
  await app.sql.write(coverByClockSql, [lags, app.now()])
  const silent = await app.sql.query<ConnectionRow>(silentSql(connectionColumns), [lags, app.now(), missedMax])
  for (const row of silent) {
    const sentence = 'the forwarder is silent: is the phone on, and may it run in the background?'
    await noteFailure(app, row, { kind: 'unauthorized', sentence })
  }
  return silent.length
}
