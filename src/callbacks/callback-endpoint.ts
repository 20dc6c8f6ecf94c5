import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'

const CallbackEndpointSchema = defineEntity({
  name: 'CallbackEndpoint',
  tableName: 'callback_endpoint',
  filters: byAccount,
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary(),
    origin: p.text().primary(),
    failuresInRow: p.integer().default(0),
    windowFrom: p.datetime().strictNullable(),
    windowTries: p.integer().default(0),
    windowFailures: p.integer().default(0),
    openS: p.integer().default(0),
    blockedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    failingSince: p.datetime().strictNullable(),
    disabledAt: p.datetime().strictNullable(),
  },
})

/** How an origin that an account's callbacks go to has answered: its breaker. */
export class CallbackEndpoint extends CallbackEndpointSchema.class {}
CallbackEndpointSchema.setClass(CallbackEndpoint)
