import { checkClosed } from '../../catalog/check-closed.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import { Connection } from '../../connections/connection.ts'
import { Reading } from '../../connections/reading.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { PhoneTrouble } from '../../lib/phones/phone-trouble.ts'
import type { Needs } from '../../needs.ts'

/** Trouble shorter than this requires no action at the counter. */
const shownAfterMs = 300_000
/** The troubles that prevent payments from being detected. */
const urgent: readonly PhoneTrouble[] = ['silent', 'listener_off']

/**
 * Returns the trouble of a phone that prevents an account's payments from being detected. It is reported five minutes
 * after its start and while the shop is open; null without trouble.
 */
export async function findPhoneTrouble(
  app: Needs<'em' | 'now' | 'calendar'>,
  { accountId, mode }: Required<AccountScope>,
): Promise<PhoneTrouble | null> {
  const connections = await app.em({ accountId, mode }).find(Connection, { isActive: true })
  if (connections.length === 0) return null
  const ids = connections.map(({ id }) => id)
  const readings = await app.em('shared').find(Reading, { connection: { $in: ids } })
  const longAgo = app.now().getTime() - shownAfterMs
  const lasting = urgent.find(trouble =>
    readings.some(({ phoneTroubles: { [trouble]: since } }) => since !== undefined && Date.parse(since) <= longAgo),
  )
  if (!lasting) return null
  const rules = await app.em({ accountId }).findOne(ShopRules, { account: accountId })
  return checkClosed(app, rules) ? null : lasting
}
