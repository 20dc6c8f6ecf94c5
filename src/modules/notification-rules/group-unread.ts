import { Connection } from '../../connections/connection.ts'
import type { NotificationWords, SentenceLessons, TaughtSentence } from '../../connectors/taught-sentence.ts'
import type { Tx } from '../../database/transaction.ts'
import { hashReference } from '../../money/unread/hash-reference.ts'
import type { StoredUnread, StoreUnreadNeeds, UnreadSource } from '../../money/unread/store-unread.ts'
import { planMerchantNotices } from '../../notices/plan-notices.ts'
import { FormExample, NotificationForm, NotificationRule } from './entities.ts'
import { findExpectedAmounts } from './find-expected-amounts.ts'
import { sealForm } from './sealed-form.ts'

// A phone with more new forms than this within a day shows advertisements; the dashboard lists them all.
const askedPerDayMax = 10
const dayMs = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: the credentials are the connector's own
type Lessons = SentenceLessons<any>

/**
 * Groups unread notifications by their form, and asks the merchant about each form once. The caller holds the lock of
 * the connection's reading, and the unique index decides between processes.
 */
export async function groupUnread(
  app: StoreUnreadNeeds,
  tx: Tx,
  source: UnreadSource,
  notifications: StoredUnread[],
): Promise<void> {
  const connection = await tx.em.findOneOrFail(Connection, source.connectionId)
  const { lessons } = app.connectors[connection.connector]
  if (!lessons) return
  for (const { unreadId, notification } of notifications) {
    const { packageName, title, text } = notification
    const words = { packageName, title, text }
    if (lessons.amountsIn(words).length === 0) continue
    const form = await findForm(app, tx, { connection, lessons, words })
    await tx.em.nativeUpdate(NotificationForm, { id: form.id }, { times: form.times + 1, lastSeenAt: app.now() })
    await tx.em.insert(FormExample, { unread: unreadId, account: source.accountId, form: form.id, rereadAt: null })
    if (await mayAsk(app, tx, form)) await askMerchant(app, tx, form)
  }
}

interface Grouping {
  connection: Connection
  lessons: Lessons
  words: NotificationWords
}

async function findForm(app: StoreUnreadNeeds, tx: Tx, grouping: Grouping): Promise<NotificationForm> {
  const { connection, lessons, words } = grouping
  const lesson = lessons.formOf(words)
  const known = await tx.em.findOne(
    NotificationForm,
    { connection: connection.id, formHash: hashesOf(app, lesson, 'recent') },
    { refresh: true },
  )
  return known ?? (await findFormOfRule(tx, grouping)) ?? (await storeForm(app, tx, grouping, lesson))
}

const hashesOf = (app: StoreUnreadNeeds, { packageName, title, sentence }: TaughtSentence, ages: 'recent' | 'all') =>
  hashReference(app, `form ${JSON.stringify([packageName, title.toLowerCase(), sentence.toLowerCase()])}`, ages)

/** Finds the form of a rule that matches except for a name that it does not accept: that is not a new form. */
async function findFormOfRule(tx: Tx, { connection, lessons, words }: Grouping): Promise<NotificationForm | null> {
  const rules = await tx.em.find(NotificationRule, { connection: connection.id, endedAt: null })
  const rule = rules.find(each => lessons.hasForm(each, words))
  return rule ? tx.em.findOne(NotificationForm, { id: rule.form.id }, { refresh: true }) : null
}

async function storeForm(
  app: StoreUnreadNeeds,
  tx: Tx,
  { connection, lessons, words }: Grouping,
  lesson: TaughtSentence,
): Promise<NotificationForm> {
  const now = app.now()
  const [formHash] = hashesOf(app, lesson, 'recent')
  const expected = await findExpectedAmounts(tx.em, connection, lessons.amountsIn(words), now)
  const isAsked = !['not_money', 'few_words', 'too_long'].includes(lessons.draw(words, expected).refused ?? '')
  const form = tx.em.create(
    NotificationForm,
    {
      account: connection.account.id,
      connection: connection.id,
      formHash,
      packageName: words.packageName,
      sealedForm: sealForm(app.seal, formHash, lesson),
      state: 'open',
      isAsked,
      times: 0,
      firstSeenAt: now,
      lastSeenAt: now,
      askAgainAt: null,
      answeredAt: null,
      answeredBy: null,
    },
    { persist: true },
  )
  await tx.em.flush()
  return form
}

async function mayAsk({ now }: StoreUnreadNeeds, tx: Tx, form: NotificationForm): Promise<boolean> {
  if (!form.isAsked) return false
  if (form.state === 'later') return form.askAgainAt !== null && form.askAgainAt <= now()
  if (form.state !== 'open' || form.times > 0) return false
  const ofConnection = { connection: form.connection.id }
  const { packageName } = form
  if ((await tx.em.count(NotificationForm, { ...ofConnection, packageName, state: 'never' })) > 0) return false
  const firstSeenAt = { $gt: new Date(now().getTime() - dayMs) }
  return (await tx.em.count(NotificationForm, { ...ofConnection, isAsked: true, firstSeenAt })) <= askedPerDayMax
}

async function askMerchant({ now }: StoreUnreadNeeds, tx: Tx, form: NotificationForm): Promise<void> {
  const key = form.state === 'later' ? `${form.id} ${form.askAgainAt!.getTime()}` : String(form.id)
  if (form.state === 'later') {
    await tx.em.nativeUpdate(NotificationForm, { id: form.id }, { state: 'open', askAgainAt: null })
  }
  const notice = { kind: 'merchant.new_wording', accountId: form.account.id, data: { formId: form.id }, key } as const
  await planMerchantNotices(tx, now(), [notice])
}
