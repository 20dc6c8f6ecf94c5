import { defineEntity, p } from '@mikro-orm/core'

import { installationFilter } from '../database/scope.ts'
import { Connection } from './connection.ts'

const ConnectionTokenSchema = defineEntity({
  name: 'ConnectionToken',
  tableName: 'connection_token',
  comment: 'The access token that a provider gave a connection, kept for all processes.',
  filters: installationFilter,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().owner(),
    sealed: p.text().comment('The token, sealed.'),
    renewAt: p.datetime().comment('Real time: when another one is made.'),
  },
})

export class ConnectionToken extends ConnectionTokenSchema.class {}
ConnectionTokenSchema.setClass(ConnectionToken)
