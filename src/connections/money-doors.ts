import type { Connector } from '../connectors/connector.ts'
import type { Door } from '../connectors/door.ts'
import type { ConnectorId, Connectors } from '../connectors/index.ts'

/** A door and the connector that it leads to. */
export interface MoneyDoor extends Door {
  connector: ConnectorId
}

/** The answers to "where does your money arrive?". */
export interface MoneyDoors {
  /** Gateways: their key is pasted. */
  byKey: MoneyDoor[]
  /** Banks and wallets: a phone forwards their notifications. */
  byPhone: MoneyDoor[]
  /** Connectors for those who have access to an API, the simplest first. */
  technical: Connector[]
}

/** Sorts all connectors by the names under which merchants know them. */
export function listMoneyDoors(connectors: Connectors): MoneyDoors {
  const all = Object.entries(connectors) as [ConnectorId, Connector][]
  const byKey = all.flatMap(([connector, { keyPage, texts }]) =>
    keyPage === undefined
      ? []
      : [{ id: connector, connector, name: { id: texts.id.name, en: texts.en.name }, preset: {} }],
  )
  const byPhone = all.flatMap(([connector, { doors = [] }]) => doors.map(door => ({ ...door, connector })))
  const technical = all.flatMap(([, one]) => (one.keyPage === undefined && one.doors === undefined ? [one] : []))
  return { byKey, byPhone, technical: technical.toReversed() }
}
