import { z } from 'zod'
import type { SimulatorAnswer, SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import { readJson } from '../connectors/simulator/simulator-request.ts'
import { Refusal } from '../lib/refusal.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'

type ClockNeeds = Pick<SandboxNeeds, 'sql' | 'clock' | 'hasLiveConnection'>

const tenYearsS = 315_360_000

// Time never goes back, because earlier decisions depend on it.
const Advance = z.strictObject({ advance_s: z.number().min(0).max(tenYearsS) })

/** Handles `GET /clock`. */
export async function readClock({ clock }: Pick<ClockNeeds, 'clock'>): Promise<SimulatorAnswer> {
  await clock.refresh()
  return { status: 200, body: { now: clock.now().toISOString() } }
}

/**
 * `POST /clock`. Refuses `not_ready` while a live connection is active: its payments would expire before their money.
 */
export async function advanceClock(needs: ClockNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { advance_s } = readJson(request, Advance)
  if (advance_s > 0 && (await needs.hasLiveConnection())) {
    throw new Refusal('not_ready', 'a live connection is active, so the clock stands still')
  }
  await needs.sql.write('update sandbox.clock set offset_ms = offset_ms + $1', [Math.round(advance_s * 1000)])
  return readClock(needs)
}
