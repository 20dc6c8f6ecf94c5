import { defineEntity, p } from '@mikro-orm/core'

import { installationFilter } from '../database/scope.ts'
import { Connection } from './connection.ts'

const ConnectionTokenSchema = defineEntity({
  name: 'ConnectionToken',
  tableName: 'connection_token',
  comment: "A provider's access token for a connection, shared by all processes.",
  filters: installationFilter,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().owner(),
    sealed: p.text().comment('The token, sealed.'),
    renewAt: p.datetime().comment('When it is renewed, in real time.'),
  },
})

export class ConnectionToken extends ConnectionTokenSchema.class {}
ConnectionTokenSchema.setClass(ConnectionToken)
