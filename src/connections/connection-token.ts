import { defineEntity, p } from '@mikro-orm/core'

import { byInstallation } from '../database/scope.ts'
import { Connection } from './connection.ts'

const ConnectionTokenSchema = defineEntity({
  name: 'ConnectionToken',
  tableName: 'connection_token',
  filters: byInstallation,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().owner(),
    sealed: p.text(),
    /** Real time: when another one is made. */
    renewAt: p.datetime(),
  },
})

/** The access token that a provider gave a connection, kept for all processes. */
export class ConnectionToken extends ConnectionTokenSchema.class {}
ConnectionTokenSchema.setClass(ConnectionToken)
