import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import type { ConnectorId } from '../connectors/index.ts'
import { atMostSql, charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { Connection } from './connection.ts'

/** The reasons that a bridge reports (docs/connectors/bridge.md). */
const refusalReasons = ['wrong_code', 'too_many_attempts', 'expired', 'not_accepted'] as const

const ConnectAttemptSchema = defineEntity({
  name: 'ConnectAttempt',
  tableName: 'connect_attempt',
  comment: 'Somebody on the way to a connection: what was asked for, until when, and how it ended.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'connect_attempt_newest', properties: ['account', 'connector', 'createdAt'] }],
  properties: {
    id: identity(),
    account: owner,
    connector: p.text().$type<ConnectorId>(),
    mode: p.enum(modes),
    label: p.text().check(charactersBetweenSql('label', 1, 100)),
    state: p
      .enum(['starting', 'otp', 'pin', 'connected', 'ended'])
      .comment('What is waited for; connected and ended are final.'),
    sealedState: p
      .text()
      .comment("The bridge's name for the attempt and what is kept of its fields; empty once it is over."),
    sentTo: p.text().comment('Where the code was sent, masked.').strictNullable().check(atMostSql('sent_to', 200)),
    attemptsLeft: p.integer().comment('How many wrong answers are left.'),
    expiresAt: p.datetime(),
    problemReason: p.enum(refusalReasons).comment('Why the last answer was refused.').strictNullable(),
    problem: p.text().strictNullable().check(atMostSql('problem', 200)),
    connection: () => p.manyToOne(Connection).lazyRef().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A person's attempt to connect: the requested input, the deadline, and the outcome. Codes are never stored. */
export class ConnectAttempt extends ConnectAttemptSchema.class {}
ConnectAttemptSchema.setClass(ConnectAttempt)
