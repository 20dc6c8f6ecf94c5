import { CallbackEndpoint } from '../callbacks/callback-endpoint.ts'
import { Delivery } from '../callbacks/delivery.ts'
import { failedCallbacksCondition } from '../callbacks/failed-callbacks-condition.ts'
import type { Needs } from '../needs.ts'
import { Bot } from '../notices/bot.ts'
import { Notice } from '../notices/notice.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000
const lookedBackDays = 7

/** Reports undelivered messages to merchants' backends and to chats. */
export async function examineCallbacks(app: Needs<'em' | 'now' | 'calendar'>): Promise<Finding[]> {
  const em = app.em('installation')
  const now = app.now().getTime()
  const disabled = await em.find(
    CallbackEndpoint,
    { disabledAt: { $ne: null } },
    { populate: ['account'], orderBy: { origin: 'asc' } },
  )
  const failing = await em.count(CallbackEndpoint, {
    disabledAt: null,
    failingSince: { $lt: new Date(now - dayMs) },
  })
  const since = new Date(now - lookedBackDays * dayMs)
  const given = await em.count(Delivery, {
    ...failedCallbacksCondition(em, ['exhausted', 'blocked', 'stopped']),
    isTest: false,
    createdAt: { $gte: since },
  })
  const notices = await em.count(Notice, { state: 'failed', createdAt: { $gte: since } })
  const revoked = await em.count(Bot, { state: 'revoked', revokedAt: { $gte: since } })
  const findings = disabled.map(({ account, origin, disabledAt }): Finding => {
    const sentence = `callbacks of ${account.name} to ${origin} are kept back since ${app.calendar.format(disabledAt!)}`
    const enable = `\`callback enable ${origin} --account ${account.name}\``
    const advice = `when it answers again: ${enable}, then \`callback redeliver --failed\``
    return { subject: 'callbacks', state: 'wrong', sentence, advice }
  })
  if (failing > 0)
    findings.push(
      makeWarning(
        `${failing} endpoints fail since more than a day`,
        '`callback endpoints` names them for each account',
      ),
    )
  if (given > 0)
    findings.push(
      makeWarning(
        `${given} callbacks of the last ${lookedBackDays} days were given up`,
        '`callback log` and `callback redeliver --failed`',
      ),
    )
  if (notices > 0)
    findings.push(
      makeWarning(`${notices} messages of the last ${lookedBackDays} days could not be sent`, 'the log says why'),
    )
  if (revoked > 0)
    findings.push(
      makeWarning(`${revoked} bots were revoked in the last ${lookedBackDays} days`, 'add them again with a new token'),
    )
  return findings.length > 0
    ? findings
    : [{ subject: 'callbacks', state: 'well', sentence: 'every endpoint is served' }]
}

function makeWarning(sentence: string, advice: string): Finding {
  return { subject: 'callbacks', state: 'warning', sentence, advice }
}
