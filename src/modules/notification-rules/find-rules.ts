import type { Connection } from '../../connections/connection.ts'
import type { TaughtRule } from '../../connectors/taught-sentence.ts'
import type { Needs } from '../../needs.ts'
import { NotificationForm, NotificationRule } from './entities.ts'
import { openForm } from './sealed-form.ts'

const deniedMax = 200

/** Returns the rules of a connection, and the forms that the merchant marked as not money. */
export async function findRules(app: Needs<'em' | 'seal'>, connection: Connection): Promise<TaughtRule[]> {
  const em = app.em({ accountId: connection.account.id, mode: 'both' })
  const rules = await em.find(NotificationRule, { connection: connection.id, endedAt: null })
  if (rules.length === 0) return []
  const denied = await em.find(
    NotificationForm,
    { connection: connection.id, state: ['no', 'never'] },
    { orderBy: { id: 'desc' }, limit: deniedMax },
  )
  return [
    ...rules.map(({ id, packageName, title, sentence }) => ({ id, packageName, title, sentence, isMoney: true })),
    ...denied.map(form => ({ ...openForm(app.seal, form), id: 0, isMoney: false })),
  ]
}
