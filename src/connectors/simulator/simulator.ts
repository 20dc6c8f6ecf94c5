import type { z } from 'zod'
import type { Log } from '../../lib/log.ts'
import type { Database, Sql } from '../../lib/sql.ts'
import type { CodeRow } from './code.ts'
import type { Answer, SimulatorRequest } from './simulator-request.ts'

/**
 * The simulated provider of a connector in test mode, which speaks its protocol. The sandbox serves it over HTTP below
 * `/<id>`. A simulator that keeps accounts, or serves every merchant, also runs in the test mode of production, inside
 * the process. Its state is in the schema `sandbox`.
 */
export interface Simulator {
  /** Its requests may be forms as well as JSON. */
  takesForms?: true
  routes: readonly SimulatorRoute[]
  /** Set if it keeps accounts that can receive money from anyone. */
  accounts?: SimulatorAccounts
  /** Set if it makes codes for merchants with a contract. */
  contracts?: SimulatorContracts
  /** The credentials of a contract for every merchant id: the operator's connection in the test mode of production. */
  forEveryMerchant?(address: string): object
  /** Failures that only this provider has, by operation. */
  faults?: Readonly<Record<string, readonly string[]>>
  /** Sends the shop a notification that a code was paid, as this provider does. */
  push?(needs: PushNeeds, code: CodeRow, fault?: string): Promise<Answer>
}

export interface SimulatorRoute {
  method: 'GET' | 'POST'
  /** Below the provider's own path; a part `:name` stands for any text and is passed on in `params`. */
  path: string
  /** By this name it can be made to fail. */
  operation: string
  work(needs: SimulatorNeeds, request: SimulatorRequest): Promise<Answer>
}

export interface SimulatorNeeds {
  sql: Database
  /** Business time. */
  clock: { now(): Date }
  realNow(): Date
  /** Makes money arrive for a code, as a provider's own simulator does; absent in production. */
  pay?(qris: string): Promise<void>
}

export interface PushNeeds extends SimulatorNeeds {
  log: Log
  /**
   * Returns the address at which the shop receives pushes about this code; null if none of its connections requested
   * the code.
   */
  findHook(qris: string): Promise<string | null>
}

export interface SimulatorAccounts {
  /** The number of the demo account. */
  demo: string
  /** The digits that the numbers of other accounts begin with. */
  prefix: string
  /** Every number is an account. */
  at(number: string): SimulatorAccount
  /** The facts of the account that a connection to it shows. */
  shown(number: string): { phone: string } | { mid: string } | { outletName: string; outletId: string }
  /** The credentials of a connection to it. */
  credentials(address: string, number: string): object
  /** The address of its bridge, and the key that it accepts from everybody. */
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
  /** Returns what a merchant gets with a contract; `address` is the provider's own. */
  credentials(
    needs: { sql: Sql },
    contract: { address: string; merchantId: string; options: Record<string, string> },
  ): Promise<object>
}
