import { connectors } from '../connectors/index.ts'
import type { Twin } from '../connectors/twin/twin.ts'

/** The providers that test mode plays, by the ids of their connectors. */
export const twins: ReadonlyMap<string, Twin> = new Map(
  Object.values(connectors).flatMap(({ id, twin }: { id: string; twin?: Twin }) => (twin ? [[id, twin] as const] : [])),
)

/** The simulators with accounts that can receive money from anyone. */
export const accountKeepers = [...twins].flatMap(([id, { accounts }]) => (accounts ? [{ id, accounts }] : []))
