import type { SentenceLessons, StoredNotification } from '../taught-sentence.ts'
import {
  type JudgedNotification,
  type JudgingSettings,
  judgeNotification,
  type NotificationProof,
  type StoredFacts,
} from './judge-notification.ts'
import type { PhoneNotification } from './read-forwarded-request.ts'
import { deriveForm, drawSentence, findAmounts } from './taught/draw-sentence.ts'
import { matchesForm, readByTaughtSentence } from './taught/fit-taught.ts'
import { trySentence } from './taught/try-sentence.ts'

/** Returns the functions that create a merchant's own sentences from unreadable notifications. */
export function createLessons<Credentials>(
  choicesOf: (credentials: Credentials) => JudgingSettings,
): SentenceLessons<Credentials, JudgedNotification> {
  return {
    formOf: deriveForm,
    amountsIn: findAmounts,
    hasForm: matchesForm,
    draw: drawSentence,
    read: readByTaughtSentence,
    try: trySentence,
    judgeAgain(credentials, stored, rules) {
      const { notification, source } = restoreNotification(stored)
      return judgeNotification(notification, { ...choicesOf(credentials), rules }, source)
    },
  }
}

function restoreNotification({ again, receivedAt, ...said }: StoredNotification): {
  notification: PhoneNotification
  source: NotificationProof
} {
  const { signedTime, nonce, isSigned, paysByWords, ...facts } = again as StoredFacts
  const notification: PhoneNotification = {
    ...said,
    ...facts,
    is: 'notification',
    // Money without a time is on time while its payment is open; this notification has waited since it was received.
    occurredAt: said.occurredAt ?? receivedAt,
    isWithheld: false,
    isHidden: false,
    isSummary: false,
  }
  return { notification, source: { signedTime, nonce, isSigned, paysByWords: paysByWords === true } }
}
