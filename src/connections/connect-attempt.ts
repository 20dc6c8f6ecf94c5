import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import type { ConnectorId } from '../connectors/index.ts'
import { atMost, charactersBetween } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Connection } from './connection.ts'

/** As a bridge says it (docs/connectors/bridge.md). */
const refusalReasons = ['wrong_code', 'too_many_attempts', 'expired', 'not_accepted'] as const

const ConnectAttemptSchema = defineEntity({
  name: 'ConnectAttempt',
  tableName: 'connect_attempt',
  filters: byAccountAndMode,
  indexes: [{ name: 'connect_attempt_newest', properties: ['account', 'connector', 'createdAt'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    connector: p.text().$type<ConnectorId>(),
    mode: p.enum(modes),
    label: p.text().check(charactersBetween('label', 1, 100)),
    /** What is waited for; `connected` and `ended` are final. */
    state: p.enum(['starting', 'otp', 'pin', 'connected', 'ended']),
    /** The bridge's name for the attempt and what is kept of its fields; empty once it is over. */
    sealedState: p.text(),
    sentTo: p.text().strictNullable().check(atMost('sent_to', 200)),
    attemptsLeft: p.integer(),
    expiresAt: p.datetime(),
    /** Why the last answer was refused. */
    problemReason: p.enum(refusalReasons).strictNullable(),
    problem: p.text().strictNullable().check(atMost('problem', 200)),
    connection: () => p.manyToOne(Connection).lazyRef().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** Somebody on the way to a connection: what was asked for, until when, and how it ended. No code is ever kept. */
export class ConnectAttempt extends ConnectAttemptSchema.class {}
ConnectAttemptSchema.setClass(ConnectAttempt)
