import { LockMode } from '@mikro-orm/core'
import type { PhoneReport } from '../../connectors/phone-report.ts'
import type { Needs } from '../../needs.ts'
import type { Connection } from '../connection.ts'
import { type Phone, Reading } from '../reading.ts'

/** Stores what a connection's phone reported about itself. */
export async function recordPhone(
  app: Needs<'transaction' | 'now'>,
  { id }: Pick<Connection, 'id'>,
  report: PhoneReport,
): Promise<void> {
  await app.transaction('shared', async ({ em }) => {
    const reading = await em.findOneOrFail(Reading, { connection: id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    reading.phone = withReport(reading.phone, report, app.now().toISOString())
  })
}

function withReport(before: Phone | null, report: PhoneReport, now: string): Phone {
  const pairedModel = before?.pairedModel ?? report.model
  const moreModels = before?.moreModels ?? []
  // Two phones use one key: it was copied, or one of them was never unpaired.
  const isOther = report.model !== null && ![pairedModel, ...moreModels].includes(report.model)
  const known = before?.report?.version ?? null
  const isUpdated = known !== null && report.version !== null && report.version !== known
  return {
    pairedAt: before?.pairedAt ?? null,
    pairedModel,
    ...(moreModels.length > 0 && { moreModels }),
    beatAt: now,
    testedAt: report.isTest ? now : (before?.testedAt ?? null),
    updatedAt: isUpdated ? now : (before?.updatedAt ?? null),
    otherAt: isOther ? now : (before?.otherAt ?? null),
    report,
  }
}
