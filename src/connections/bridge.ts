import { defineEntity, p } from '@mikro-orm/core'
import type { ConnectorId } from '../connectors/index.ts'
import { identity } from '../database/identity.ts'
import { installationFilter, modes } from '../database/scope.ts'

const BridgeSchema = defineEntity({
  name: 'Bridge',
  tableName: 'bridge',
  comment: "The operator's server that signs in to banks or wallets for a connector (docs/connectors/bridge.md).",
  filters: installationFilter,
  uniques: [{ properties: ['connector', 'mode'] }],
  properties: {
    id: identity(),
    connector: p.text().$type<ConnectorId>(),
    mode: p.enum(modes),
    baseUrl: p.text(),
    sealedKey: p.text().comment('The key that the bridge requires, sealed.'),
  },
})

export class Bridge extends BridgeSchema.class {}
BridgeSchema.setClass(Bridge)
