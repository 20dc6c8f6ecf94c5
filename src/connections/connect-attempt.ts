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
  comment: 'An attempt to set up a connection: the requested input, its expiry, and how it ended.',
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
      .comment('The requested input; connected and ended are final.'),
    sealedState: p.text().comment("The bridge's id of the attempt and the retained fields; empty once it has ended."),
    sentTo: p.text().comment('The masked destination of the code.').strictNullable().check(atMostSql('sent_to', 200)),
    attemptsLeft: p.integer().comment('The number of wrong answers that are still allowed.'),
    expiresAt: p.datetime(),
    problemReason: p.enum(refusalReasons).comment('Why the last answer was rejected.').strictNullable(),
    problem: p.text().strictNullable().check(atMostSql('problem', 200)),
    connection: () => p.manyToOne(Connection).lazyRef().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A person's attempt to connect: the requested input, the deadline, and the outcome. Codes are never stored. */
export class ConnectAttempt extends ConnectAttemptSchema.class {}
ConnectAttemptSchema.setClass(ConnectAttempt)
