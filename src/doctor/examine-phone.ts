import type { Connection } from '../connections/connection.ts'
import type { Reading } from '../connections/reading.ts'
import { listUnread } from '../money/unread/list-unread.ts'
import type { Needs } from '../needs.ts'
import type { Finding } from './finding.ts'

interface Phone {
  connection: Connection
  accountId: number
  /** The name of the connection in a sentence. */
  name: string
  reading: Reading
}

const heartbeatsMissedMax = 3
const appsNamed = 5

/** Checks whether a connection's phone reports, and which of its notifications could not be read. */
export async function examinePhone(
  app: Needs<'em' | 'now' | 'connectors' | 'config'>,
  phone: Phone,
): Promise<Finding[]> {
  return [judgeReports(app, phone), ...(await nameUnread(app, phone))]
}

function judgeReports(app: Needs<'now' | 'connectors'>, { connection, name, reading }: Phone): Finding {
  const { id, connector, windowOverrides } = connection
  const { lagS, heartbeatS } = { ...app.connectors[connector].window, ...windowOverrides }
  const { reportedAt, watermark } = reading
  const found = (state: Finding['state'], sentence: string, advice?: string): Finding => {
    return {
      subject: 'connection',
      state,
      sentence: `${name}: ${sentence}`,
      ...(advice === undefined ? {} : { advice }),
    }
  }
  const agoS = (date: Date) => Math.round((app.now().getTime() - date.getTime()) / 1000)
  const coveredAgoS = agoS(watermark) - lagS
  const isSilent = heartbeatS !== undefined && coveredAgoS > heartbeatsMissedMax * heartbeatS
  const beatAt = reading.beatAt(lagS)
  if (reportedAt === null || beatAt === null) {
    const due = heartbeatS === undefined ? '' : `, a heartbeat is due every ${heartbeatS} s`
    const advice = `set its forwarder up with /dashboard/connections/${id}/forwarder; until then its money is not seen`
    return found(isSilent ? 'wrong' : 'warning', `its phone has never reported${due}`, advice)
  }
  if (heartbeatS === undefined) {
    return found(
      'well',
      `its phone last reported ${agoS(reportedAt)} s ago; it sends no heartbeats, so a silence is not noticed`,
    )
  }
  const sentence = `last heartbeat ${agoS(beatAt)} s ago, one is due every ${heartbeatS} s`
  return isSilent
    ? found('wrong', sentence, 'look whether the phone is on and its forwarder may run in the background')
    : found('well', sentence)
}

async function nameUnread(app: Needs<'em' | 'config'>, { connection, accountId, name }: Phone): Promise<Finding[]> {
  const { rows, count, overLimit, otherApps } = await listUnread(app, accountId, connection.id)
  const findings: Finding[] = []
  const days = app.config.keptDays.unread
  if (count > 0) {
    const apps = [...new Set(rows.map(({ packageName }) => packageName || 'an unnamed app'))].slice(0, appsNamed)
    const withoutText = overLimit > 0 ? `, ${overLimit} of them stored without their text` : ''
    const said = `${count} notifications within ${days} days were not understood${withoutText}`
    findings.push({
      subject: 'connection',
      state: 'warning',
      sentence: `${name}: ${said}: ${apps.join(', ')}`,
      advice: `they may be money: open them on /dashboard/connections/${connection.id}`,
    })
  }
  for (const { packageName, count: times } of otherApps.slice(0, appsNamed)) {
    const app = packageName || 'unnamed apps'
    const sentence = `${name}: ${times} notifications of ${app} were not listened to`
    findings.push({ subject: 'connection', state: 'well', sentence })
  }
  return findings
}
