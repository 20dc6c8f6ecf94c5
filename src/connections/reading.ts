import { defineEntity, p } from '@mikro-orm/core'
import type { PhoneReport } from '../connectors/phone-report.ts'
import { leaseColumns } from '../database/lease-columns.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { installationFilter } from '../database/scope.ts'
import type { PhoneTrouble } from '../lib/phones/phone-trouble.ts'
import { Connection, failureKinds, type StoredFailure, toStoredFailure } from './connection.ts'

const ReadingSchema = defineEntity({
  name: 'Reading',
  tableName: 'reading',
  comment: 'How far the transfers of a connection have been read, and when they are read next.',
  filters: installationFilter,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().filters({ caller: false }),
    watermark: p.datetime().comment('All transfers before this time are stored.'),
    reportedAt: p
      .datetime()
      .comment('When its phone or provider last sent something that was accepted; null if never.')
      .strictNullable(),
    phone: p
      .json<Phone>()
      .comment("Facts about the phone that is paired with the shop's own app; null if there is none.")
      .strictNullable(),
    devices: p
      .json<Record<string, string>>()
      .comment('When each device with a name last sent something that was accepted, in ISO 8601.')
      .defaultRaw("'{}'"),
    phoneTroubles: p
      .json<PhoneTroubles>()
      .comment('The start of each current problem with its phone; the merchant is notified of each once.')
      .defaultRaw("'{}'"),
    dueAt: p.datetime().comment('When it is read next.').defaultRaw('now()'),
    wholeDayAt: p.type(OpenEndedType).comment('When it is next read for a whole day back.').defaultRaw("'-infinity'"),
    resumeSince: p
      .datetime()
      .comment('The start of the whole day that was read up to resume_cursor; null to start a new one.')
      .strictNullable(),
    resumeCursor: p
      .text()
      .comment('The page of the whole day that failed, where the next read continues.')
      .strictNullable(),
    askedUntil: p
      .type(OpenEndedType)
      .comment('The time up to which its request budget for single codes is used up.')
      .defaultRaw("'-infinity'"),
    askingFailures: p.integer().comment('The number of consecutive failed checks of single codes.').default(0),
    quietUntil: p
      .type(OpenEndedType)
      .comment('Until then, single codes are not checked, because checks kept failing.')
      .defaultRaw("'-infinity'"),
    failures: p.integer().comment('The number of consecutive failed reads.').default(0),
    lastErrorKind: p.enum(failureKinds).comment('The kind of the last failure.').strictNullable(),
    lastError: p.text().strictNullable(),
    ...leaseColumns(),
  },
})

/** A phone that is paired with the shop's own app. Times are ISO 8601. */
export interface Phone {
  /** When it was paired; null if it was set up by hand. */
  pairedAt: string | null
  /** The model that was paired; null if unknown. */
  pairedModel: string | null
  /** The models of additional phones, which have their own keys; absent without any. */
  moreModels?: (string | null)[]
  /** When it last reported its state. */
  beatAt: string | null
  /** When its self-test last reached the shop. */
  testedAt: string | null
  /** When a phone of another model last used its key. */
  otherAt: string | null
  /** When its app was last updated. */
  updatedAt: string | null
  report: PhoneReport | null
}

/** The ongoing troubles with their start, in ISO 8601. */
export type PhoneTroubles = Partial<Record<PhoneTrouble, string>>

/** How far a connection's transfers have been read, and when they are read next. */
export class Reading extends ReadingSchema.class {
  /** Returns why the last request failed; null if it succeeded. */
  failure(): StoredFailure | null {
    return toStoredFailure(this.lastErrorKind, this.lastError)
  }

  /**
   * Returns the moment up to which the heartbeats of its phone prove that all money was reported; null if it never
   * reported. `lagS` is the maximum delay of a notification. A new connection begins with a watermark that no phone has
   * proved, so the watermark counts only up to the last report.
   */
  beatAt(lagS = 0): Date | null {
    if (this.reportedAt === null) return null
    return new Date(Math.min(this.watermark.getTime() + lagS * 1000, this.reportedAt.getTime()))
  }
}
ReadingSchema.setClass(Reading)
