import type { EntityManager } from '@mikro-orm/postgresql'
import { Connection } from '../../connections/connection.ts'
import type {
  DrawnSentence,
  NotificationWords,
  SentenceLessons,
  TaughtSentence,
  TaughtTrial,
} from '../../connectors/taught-sentence.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import { UnreadRow } from '../../money/unread/unread-row.ts'
import type { Needs } from '../../needs.ts'
import { FormExample, NotificationForm } from './entities.ts'
import { findHoldsAt, findHoldsWithin } from './find-expected-amounts.ts'
import { openForm, openWords } from './sealed-form.ts'

/** A form with everything that a person needs to decide about it. */
export interface ExaminedForm {
  form: NotificationForm
  connection: Connection
  /** Its text with placeholders for the variable parts. */
  words: TaughtSentence
  /** The newest notification of the form; null once all of them are deleted. */
  example: (NotificationWords & { receivedAt: Date; unreadId: number }) | null
  /** The payments that were waiting for one of its amounts when it came. */
  open: { invoiceId: string; finalAmount: number }[]
  /** The rule that would be created, and its test results; null without an example. */
  rule: RulePreview | null
}

export interface RulePreview {
  drawn: DrawnSentence
  /** The test results; null if no sentence was derived. */
  trial: TaughtTrial | null
  /** The unread notifications of the last week that it would read. */
  shadow: ShadowReading[]
  /** Whether it would read a notification that the merchant marked as not money. */
  isContradicted: boolean
}

export interface ShadowReading {
  amount: number
  receivedAt: Date
  /** The payment that was waiting for this amount at the time; null if none was. */
  invoiceId: string | null
}

type LookNeeds = Needs<'em' | 'seal' | 'connectors' | 'now'>

const weekMs = 7 * 86_400_000
const shadowMax = 500

/** Examines a form, derives a rule from it, and tests the rule. Nothing is stored. Refuses `not_found`. */
export async function examineForm(app: LookNeeds, scope: AccountScope, formId: number): Promise<ExaminedForm> {
  const em = app.em({ accountId: scope.accountId, mode: 'both' })
  const form = await em.findOne(NotificationForm, { id: formId })
  if (!form) throw notFound('notification')
  const connection = await em.findOneOrFail(Connection, { id: form.connection.id })
  const examples = await em.find(
    FormExample,
    { form: formId },
    { populate: ['unread'], orderBy: { unread: 'desc' }, limit: 20 },
  )
  const row = examples.map(({ unread }) => unread).find(unread => unread.sealedContent !== null)
  const words = row ? openWords(app.seal, row) : null
  const { lessons } = app.connectors[connection.connector]
  const base = { form, connection, words: openForm(app.seal, form) }
  if (!row || !words || !lessons) return { ...base, example: null, open: [], rule: null }
  const amounts = lessons.amountsIn(words)
  const holds = await findHoldsAt(em, connection, amounts, row.receivedAt)
  const open = holds.map(({ payment, finalAmount }) => ({ invoiceId: payment.invoiceId, finalAmount }))
  const drawn = lessons.draw(
    words,
    open.map(({ finalAmount }) => finalAmount),
  )
  const example = { ...words, receivedAt: row.receivedAt, unreadId: row.id }
  return { ...base, example, open, rule: await tryRule(app, em, { connection, lessons, drawn }) }
}

interface Trying {
  connection: Connection
  // biome-ignore lint/suspicious/noExplicitAny: the credentials are the connector's own
  lessons: SentenceLessons<any>
  drawn: DrawnSentence
}

async function tryRule(
  app: LookNeeds,
  em: EntityManager,
  { connection, lessons, drawn }: Trying,
): Promise<RulePreview> {
  const { lesson } = drawn
  if (drawn.refused !== null || lesson === null) return { drawn, trial: null, shadow: [], isContradicted: false }
  const trial = lessons.try(lesson)
  const rows = await em.find(
    UnreadRow,
    {
      connection: connection.id,
      packageName: lesson.packageName,
      sealedContent: { $ne: null },
      receivedAt: { $gte: new Date(app.now().getTime() - weekMs) },
    },
    { orderBy: { id: 'desc' }, limit: shadowMax },
  )
  const read = rows.flatMap(row => {
    const words = openWords(app.seal, row)
    const reading = words && lessons.read(lesson, words)
    return reading ? [{ row, amount: reading.amount }] : []
  })
  const shadow = await findWaiting(
    em,
    connection,
    read.map(({ row: { receivedAt }, amount }) => ({ amount, receivedAt })),
  )
  const denied = await em.count(FormExample, {
    unread: read.map(({ row }) => row.id),
    form: { state: ['no', 'never'] },
  })
  const refused = trial.believed.length > 0 ? 'hostile' : null
  return {
    drawn: refused ? { lesson, refused, word: trial.believed[0]! } : drawn,
    trial,
    shadow,
    isContradicted: denied > 0,
  }
}

/** Adds to each reading the payment that was waiting for its amount when it came. */
async function findWaiting(
  em: EntityManager,
  connection: Connection,
  reads: Omit<ShadowReading, 'invoiceId'>[],
): Promise<ShadowReading[]> {
  const amounts = reads.map(({ amount }) => amount)
  const times = reads.map(({ receivedAt }) => receivedAt.getTime())
  const period = { first: new Date(Math.min(...times)), last: new Date(Math.max(...times)) }
  const holds = Map.groupBy(await findHoldsWithin(em, connection, amounts, period), ({ finalAmount }) => finalAmount)
  return reads.map(read => {
    const { amount, receivedAt } = read
    const hold = holds.get(amount)?.find(one => one.heldFrom <= receivedAt && one.heldUntil >= receivedAt)
    return { ...read, invoiceId: hold?.payment.invoiceId ?? null }
  })
}
