import type { RecordedSweep } from '../accounts/sweep-run.ts'
import type { Log } from '../lib/log.ts'
import { computeTickMs, type SoloSweep } from './sweep.ts'

export type RecordRuns = (sweeps: RecordedSweep[]) => Promise<void>

const recordEveryMs = 5_000
/** Tolerates that a run ends between two notes that both follow its start. */
const slackMs = 1_000

/**
 * Records the latest runs every five seconds, and at shutdown, outside the sweeps: a slow database delays none of them.
 */
export function createRunRecorder(
  solos: SoloSweep[],
  { note, nextTick, log }: { note?: RecordRuns; nextTick(everyMs: number): Date | undefined; log: Log },
) {
  let noting = Promise.resolve()
  let notedAt = Date.now()
  let isNoting = false

  async function writeRuns(since: number): Promise<void> {
    const ran = solos.flatMap(({ sweep, outcome }) => {
      const last = outcome()
      const isNew = last && last.ranAt.getTime() + last.tookMs >= since - slackMs
      const everyMs = computeTickMs(sweep)
      return isNew ? [{ name: sweep.name, everyMs, nextAt: nextTick(everyMs) ?? null, ...last }] : []
    })
    try {
      if (ran.length > 0) await note?.(ran)
    } catch (error) {
      log.warn({ err: error }, 'how the sweeps ran could not be noted')
    }
    isNoting = false
  }

  return {
    soon() {
      if (!note || isNoting || Date.now() - notedAt < recordEveryMs) return
      const since = notedAt
      notedAt = Date.now()
      isNoting = true
      noting = writeRuns(since)
    },
    async end() {
      await noting
      await writeRuns(notedAt)
    },
  }
}
