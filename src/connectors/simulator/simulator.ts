import type { z } from 'zod'
import type { Log } from '../../lib/log.ts'
import type { Database, Sql } from '../../lib/sql.ts'
import type { CodeRow } from './code.ts'
import type { SimulatorAnswer, SimulatorRequest } from './simulator-request.ts'

/**
 * The simulated provider of a connector in test mode, which uses its protocol. The sandbox serves it over HTTP below
 * `/<id>`. A simulator that has accounts, or serves every merchant, also runs in the test mode of production, inside
 * the process. Its state is in the schema `sandbox`.
 */
export interface Simulator {
  /** Whether requests may also be forms, besides JSON. */
  takesForms?: true
  routes: readonly SimulatorRoute[]
  /** Set if it has accounts that can receive money from anyone. */
  accounts?: SimulatorAccounts
  /** Set if it creates codes for merchants with a contract. */
  contracts?: SimulatorContracts
  /**
   * Returns the credentials of a contract for every merchant id, which the operator's connection uses in the test mode
   * of production.
   */
  forEveryMerchant?(address: string): object
  /** The faults that only this provider has, by operation. */
  faults?: Readonly<Record<string, readonly string[]>>
  /** Notifies the shop that a code was paid, as this provider does. */
  push?(needs: PushNeeds, code: CodeRow, fault?: string): Promise<SimulatorAnswer>
}

export interface SimulatorRoute {
  method: 'GET' | 'POST'
  /** The path below the provider's own; a part `:name` matches any text, which is passed in `params`. */
  path: string
  /** The name by which faults can be set for it. */
  operation: string
  work(needs: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer>
}

export interface SimulatorNeeds {
  sql: Database
  /** The clock of business time. */
  clock: { now(): Date }
  realNow(): Date
  /** Simulates a payment of a code, like a provider's own simulator; absent in production. */
  pay?(qris: string): Promise<void>
}

export interface PushNeeds extends SimulatorNeeds {
  log: Log
  /**
   * Returns the address at which the shop receives pushes about this code; null if none of its connections requested
   * it.
   */
  findHook(qris: string): Promise<string | null>
}

export interface SimulatorAccounts {
  /** The number of the demo account. */
  demo: string
  /** The digits with which the numbers of other accounts begin. */
  prefix: string
  /** Returns the account with a number; every number is an account. */
  at(number: string): SimulatorAccount
  /** Returns the facts about the account that its connection shows. */
  shown(number: string): { phone: string } | { mid: string } | { outletName: string; outletId: string }
  /** Returns the credentials of a connection to the account. */
  credentials(address: string, number: string): object
  /** Returns the address of its bridge, and the key that it accepts from everyone. */
  bridge(address: string): { base_url: string; key: string }
}

export interface SimulatorAccount {
  number: string
  holder: string
  outlet_name?: string
  outlet_id?: string
  qris: string | null
}

export interface SimulatorContracts {
  /** The optional fields in addition to the merchant id. */
  options: z.ZodType<Record<string, string>>
  /** Returns the credentials that a merchant gets with a contract; `address` is the provider's own. */
  credentials(
    needs: { sql: Sql },
    contract: { address: string; merchantId: string; options: Record<string, string> },
  ): Promise<object>
}
