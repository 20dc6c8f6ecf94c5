import { randomUUID } from 'node:crypto'
import { toStorable } from '../../lib/storable.ts'
import type { IncomingTransfer, PushContents } from '../connector.ts'
import type { TaughtRule } from '../taught-sentence.ts'
import type { UnreadNotification, UnreadReason } from '../unread-notification.ts'
import { type AppSentences, hasChat } from './apps.ts'
import type { RequestIdentity } from './dialects.ts'
import { hasOneTimeCode } from './one-time-code.ts'
import { hashKeyAndWords, type PhoneNotification } from './read-forwarded-request.ts'
import { readSentence, type SentenceReading } from './read-sentence.ts'
import { listPairedPackages } from './same-money.ts'

/** The merchant's settings by which a notification is judged. */
export interface JudgingSettings {
  apps: string[]
  amount_max?: number | undefined
  sentences: AppSentences[]
  /** Rules created from earlier notifications. */
  rules?: readonly TaughtRule[] | undefined
}

/** How far the request that carried a notification proves it. */
export interface NotificationProof extends RequestIdentity {
  isSigned: boolean
  /** Whether a known sentence settles a payment without a signature. */
  paysByWords?: boolean
}

/** The facts about a notification that are stored with its text, so that it can be judged again. */
export type StoredFacts = NotificationProof &
  Pick<PhoneNotification, 'reference' | 'isIdentified' | 'isCut' | 'hasPlainFields' | 'key' | 'device'>

export type JudgedNotification = Required<Pick<PushContents, 'transfers' | 'unread'>>

/**
 * Returns the money that a verified notification reports, and its stored form for a person. No signed notification is
 * lost.
 */
export function judgeNotification(
  notification: PhoneNotification,
  choices: JudgingSettings,
  sent: NotificationProof,
): JudgedNotification {
  const unread = (reason: UnreadReason) => ({ transfers: [], unread: [toUnread(notification, sent, reason)] })
  if (!mayBeChosen(notification, choices)) return unread('not_chosen')
  if (isEmptySummary(notification)) return { transfers: [], unread: [] }
  const read = readByApps(notification, choices)
  const mayPay = sent.isSigned || sent.paysByWords === true
  const amount = read?.amount ?? (mayPay ? notification.amount : null)
  if (amount === null) return unread(whyUnread(notification))
  // If the forwarder and our own reading differ, neither is trusted.
  if (notification.amount !== null && notification.amount !== amount) return unread('amounts_differ')
  const isClear = isUnderstood(notification, read, sent)
  const isSmall = choices.amount_max === undefined || amount <= choices.amount_max
  const transfer = toTransfer(notification, sent, { amount, read, isProved: mayPay && isSmall && isClear })
  const isStored = !isClear && hasWords(notification)
  return { transfers: [transfer], unread: isStored ? unread('in_review').unread : [] }
}

function whyUnread(notification: PhoneNotification): UnreadReason {
  if (notification.isHidden) return 'hidden'
  return notification.isWithheld || hasWords(notification) ? 'sentence' : 'no_amount'
}

// If the forwarder names no app, only possible money is considered: other texts may belong to an app that was not
// chosen.
function mayBeChosen({ packageName, amount, text }: PhoneNotification, { apps }: JudgingSettings): boolean {
  return packageName === '' ? amount !== null || /\b(rp|idr)[.\s]*\d/i.test(text) : apps.includes(packageName)
}

function readByApps(
  notification: PhoneNotification,
  { apps, sentences, rules }: JudgingSettings,
): SentenceReading | null {
  const named = notification.packageName === '' ? apps : [notification.packageName]
  const readings = named.map(packageName => readSentence({ ...notification, packageName }, sentences, rules))
  return readings.find(read => read !== null) ?? null
}

// Android shows it above the notifications that contain the text.
const isEmptySummary = (notification: PhoneNotification) =>
  notification.isSummary && !notification.isWithheld && notification.amount === null && !hasWords(notification)

const hasWords = ({ title, text, isCut }: PhoneNotification) => title !== '' || text !== '' || isCut

// A signature proves who forwarded a text, not who wrote it: an amount in a text that is not a sentence of the app may
// come from a stranger. Without a text, the merchant's own program reports the amount.
function isUnderstood(
  notification: PhoneNotification,
  read: SentenceReading | null,
  { isSigned }: NotificationProof,
): boolean {
  if (notification.packageName === '') return false
  if (read) return !read.isDoubtful && !notification.isCut && (isSigned || notification.hasPlainFields)
  return isSigned && !hasWords(notification) && !hasChat(notification.packageName)
}

function toTransfer(
  notification: PhoneNotification,
  { signedTime, nonce }: RequestIdentity,
  { amount, read = null, isProved = false }: { amount: number; read?: SentenceReading | null; isProved?: boolean },
): IncomingTransfer {
  const { reference, packageName, device, isIdentified, occurredAt } = notification
  return {
    reference,
    amount,
    occurredAt,
    payerName: read?.payerName ? toStorable(read.payerName).slice(0, 200) : null,
    payerApp: read?.app ?? null,
    ...(isProved ? {} : { isUnproved: true }),
    ...(isProved && read?.taughtBy !== undefined ? { taughtBy: read.taughtBy } : {}),
    notification: {
      packageName,
      device,
      isIdentified,
      signedTime,
      nonce,
      keyAndWords: hashKeyAndWords(notification),
      pairedPackages: listPairedPackages(packageName),
    },
  }
}

function toUnread(notification: PhoneNotification, sent: NotificationProof, reason: UnreadReason): UnreadNotification {
  const { packageName, title, text, amount, occurredAt } = notification
  const isChosen = reason !== 'not_chosen'
  const isWithheld = isChosen && (notification.isWithheld || hasOneTimeCode(`${title}\n${text}`))
  const hasWords = isChosen && !isWithheld
  return {
    reference: unreadReference(notification, sent, reason),
    packageName,
    isChosen,
    title: hasWords ? title : '',
    text: hasWords ? text : '',
    isWithheld,
    amount: isChosen && reason !== 'in_review' ? amount : null,
    occurredAt: isChosen ? occurredAt : null,
    reason,
    ...(hasWords && packageName !== '' ? { again: toStoredFacts(notification, sent) } : {}),
  }
}

function toStoredFacts(notification: PhoneNotification, sent: NotificationProof): StoredFacts {
  const { reference, isIdentified, isCut, hasPlainFields, key, device } = notification
  return { ...sent, reference, isIdentified, isCut, hasPlainFields, key, device }
}

// Repeated text without an id and a time is another notification, unless it is repeated in the same request. Requests
// without a signature cannot prove that.
function unreadReference(
  { reference, isIdentified, amount }: PhoneNotification,
  sent: RequestIdentity,
  reason: UnreadReason,
) {
  if (reason === 'in_review') return reference
  if (isIdentified) return `${reference}#${amount}`
  return `${reference}:${sent.nonce ?? sent.signedTime ?? randomUUID()}`
}
