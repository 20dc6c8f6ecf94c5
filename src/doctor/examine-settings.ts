import { Connection } from '../connections/connection.ts'
import { isLocalHost } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'
import type { Finding } from './finding.ts'

/** Reports settings that are valid but may be a mistake. */
export async function examineSettings(app: Needs<'config' | 'em'>): Promise<Finding[]> {
  const live = await app.em('installation').count(Connection, { mode: 'live', isActive: true })
  const doubts = app.config.production ? doubtsOfProduction(app.config) : doubtsElsewhere(live)
  if (app.config.previousSecretKey !== undefined) {
    doubts.push(
      makeWarning(
        'SECRET_KEY_PREVIOUS is still set',
        'run `secret rotate` once every process has started, then take it away',
      ),
    )
  }
  const { edition, timeZone, baseUrl, production } = app.config
  const where = `${production ? 'production' : 'no production'}, at ${baseUrl}`
  const told = `edition ${edition}, time zone ${timeZone}, ${where}`
  return [{ subject: 'settings', state: 'well', sentence: told }, ...doubts]
}

type Settings = Needs<'config'>['config']

function doubtsOfProduction({ baseUrl, trustedProxies, databaseUrl, botToken, outboundAllow }: Settings): Finding[] {
  const { protocol, hostname } = new URL(baseUrl)
  const doubts: Finding[] = []
  if (isLocalHost(hostname)) {
    doubts.push(makeWrong('BASE_URL leads to this machine only', 'set it to the address that customers open'))
  } else if (protocol !== 'https:') {
    doubts.push(
      makeWrong('BASE_URL is http', 'put a proxy with a certificate in front; browsers and Telegram want https'),
    )
  } else if (trustedProxies === 0) {
    doubts.push(
      makeWarning(
        'TRUSTED_PROXIES is 0 behind https',
        'set it to the number of proxies in front, else all callers count as one address for the limits',
      ),
    )
  }
  if (databaseUrl === undefined) {
    doubts.push(makeWarning('the database is the embedded one', 'one machine, one process: back it up with `backup`'))
  }
  if (botToken === undefined) {
    doubts.push(makeWarning('BOT_TOKEN is not set', 'merchants get neither alerts nor codes in a chat'))
  }
  if (outboundAllow.length > 0) {
    doubts.push(makeWarning(`OUTBOUND_ALLOW lets ${outboundAllow.join(', ')} be called`, 'keep what is needed'))
  }
  return doubts
}

function doubtsElsewhere(liveConnections: number): Finding[] {
  if (liveConnections === 0) return []
  return [
    makeWarning(
      `${liveConnections} live connections on an installation that is no production`,
      'set NODE_ENV=production: without it the sandbox runs and business time can be moved',
    ),
  ]
}

function makeWarning(sentence: string, advice: string): Finding {
  return { subject: 'settings', state: 'warning', sentence, advice }
}

function makeWrong(sentence: string, advice: string): Finding {
  return { subject: 'settings', state: 'wrong', sentence, advice }
}
