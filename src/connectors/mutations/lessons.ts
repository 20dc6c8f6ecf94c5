import type { SentenceLessons, StoredNotification } from '../taught-sentence.ts'
import {
  type Choices,
  type JudgedNotification,
  judgeNotification,
  type Source,
  type StoredFacts,
} from './judge-notification.ts'
import type { PhoneNotification } from './read-forwarded.ts'
import { amountsIn, drawSentence, formOfNotification } from './taught/draw-sentence.ts'
import { matchesForm, readTaught } from './taught/fit-taught.ts'
import { trySentence } from './taught/try-sentence.ts'

/** Returns the functions that create a merchant's own sentences from unreadable notifications. */
export function lessonsWith<Credentials>(
  choicesOf: (credentials: Credentials) => Choices,
): SentenceLessons<Credentials, JudgedNotification> {
  return {
    formOf: formOfNotification,
    amountsIn,
    hasForm: matchesForm,
    draw: drawSentence,
    read: readTaught,
    try: trySentence,
    judgeAgain(credentials, stored, rules) {
      const { notification, source } = restoreNotification(stored)
      return judgeNotification(notification, { ...choicesOf(credentials), rules }, source)
    },
  }
}

function restoreNotification({ again, receivedAt, ...said }: StoredNotification): {
  notification: PhoneNotification
  source: Source
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
