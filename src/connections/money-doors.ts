import type { Connector } from '../connectors/connector.ts'
import type { Door } from '../connectors/door.ts'
import type { FormField } from '../connectors/form.ts'
import type { ConnectorId, Connectors } from '../connectors/index.ts'
import type { Qris } from '../qris/parse-qris.ts'

/** A door with the connector that it leads to. */
export interface MoneyDoor extends Door {
  connector: ConnectorId
}

/** The choices for "where does your money arrive?". */
export interface MoneyDoors {
  /** Payment gateways, for which the merchant pastes a key. */
  byKey: MoneyDoor[]
  /** Banks and wallets whose notifications a phone forwards. */
  byPhone: MoneyDoor[]
  /** Connectors that require access to an API, the simplest first. */
  technical: Connector[]
}

/** Groups all connectors by the names under which merchants know them. */
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

/** Returns whether a field is hidden at first, because few need it or the chosen door sets it. */
export function isFolded(field: FormField, preset: Door['preset'] | undefined): boolean {
  return field.isAdvanced === true || (preset !== undefined && (field.name in preset || field.isOptional))
}

/** Returns the value that a printed code sets for a field of its door. */
export function extractCodeFields(
  { codeField }: Door,
  { nmid, merchantId, merchantPan }: Qris,
): Record<string, string> {
  return codeField === undefined ? {} : { [codeField]: nmid ?? merchantId ?? merchantPan ?? '' }
}
