import { defineEntity, p } from '@mikro-orm/core'

import { byInstallation, modes } from '../database/scope.ts'

const ReceivingAccountSchema = defineEntity({
  name: 'ReceivingAccount',
  tableName: 'receiving_account',
  filters: byInstallation,
  uniques: [{ properties: ['connector', 'mode', 'externalId'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    connector: p.text(),
    mode: p.enum(modes),
    externalId: p.text(),
  },
})

/** The account where money of one or several connections lands: a wallet number, a merchant id. Amounts are held within one. */
export class ReceivingAccount extends ReceivingAccountSchema.class {}
ReceivingAccountSchema.setClass(ReceivingAccount)
