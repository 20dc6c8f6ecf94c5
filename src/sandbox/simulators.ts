import { connectors } from '../connectors/index.ts'
import type { Simulator } from '../connectors/simulator/simulator.ts'

/** The providers simulated in test mode, by connector id. */
export const simulators: ReadonlyMap<string, Simulator> = new Map(
  Object.values(connectors).flatMap(({ id, simulator }: { id: string; simulator?: Simulator }) =>
    simulator ? [[id, simulator] as const] : [],
  ),
)

/** The simulators with accounts that can receive money from anyone. */
export const accountKeepers = [...simulators].flatMap(([id, { accounts }]) => (accounts ? [{ id, accounts }] : []))
