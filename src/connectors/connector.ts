import type { z } from 'zod'
import type { Outbound } from '../lib/outbound.ts'

/**
 * What one provider's protocol can do. A connector is stateless, parses every answer, and throws nothing but
 * ConnectorError: silence or doubt is never "paid" and never "expired".
 */
export interface Connector<Credentials = unknown> {
  id: string
  /** Whether its money names the payment (`reference`) or is told apart by its sum (`amount`). */
  matches: 'reference' | 'amount'
  window: Window
  credentials: z.ZodType<Credentials>
  /** Where the money of these credentials lands, the same text for the same purse: the scope of amounts and references. */
  receivingAccount(credentials: Credentials): string
  /** Makes the code of one payment. Asked again with the same reference after a time-out. */
  charge?(call: Call<Credentials>, request: ChargeRequest): Promise<Code>
  /** Says what became of one code. */
  status?(call: Call<Credentials>, charge: ChargeRef): Promise<ChargeStatus>
  /** One page of incoming transfers, `since` inclusive. */
  transfers?(call: Call<Credentials>, page: { since: Date; cursor: string | null }): Promise<TransferPage>
  /** Takes the secrets out of a text before anybody logs or records it. */
  scrub(credentials: Credentials, text: string): string
}

export interface Call<Credentials> {
  credentials: Credentials
  outbound: Outbound
}

/** How long things last at a provider, and how often it may be asked. */
export interface Window {
  /** The longest life of a code that this provider makes. Infinity where it makes none. */
  chargeLifeS: number
  /** Money this much later than the deadline is still in time. */
  graceS: number
  /** For how long after its life a code is still asked about, so that late money is seen and reviewed. */
  lateS: number
  /** How late a transfer may show up in the provider's list. */
  lagS: number
  /** How far the provider's clock may be from ours, and how coarse its times are. */
  skewS: number
  resolutionS: number
  /** Real seconds between two reads of a connection (lists) or two looks at a fresh code (charges). */
  intervalS: number
  /** Requests a second that one connection may make. */
  requestsPerS: number
}

export interface ChargeRequest {
  /** Invoice id and attempt, unique for ever at the provider. */
  reference: string
  amount: number
  /** Business time of the request. */
  requestedAt: Date
}

export interface Code {
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  /** The provider's time of the request. */
  requestDate: Date
}

export interface ChargeRef {
  providerInvoiceId: string
  amount: number
  requestDate: Date
}

export type ChargeStatus = { paid: false } | { paid: true; transfer: IncomingTransfer }

export interface IncomingTransfer {
  /** Unique for ever within the receiving account. */
  reference: string
  /** Whole rupiah. */
  amount: number
  /** The provider's time; null where it tells none. */
  occurredAt: Date | null
  payerName: string | null
  payerApp: string | null
}

export interface TransferPage {
  transfers: IncomingTransfer[]
  /** Null on the last page. */
  cursor: string | null
}

/** What the caller should do differs by kind: ask again later, tell the merchant, or tell the operator. */
export type ConnectorErrorKind = 'unreachable' | 'unauthorized' | 'refused' | 'unexpected'

export class ConnectorError extends Error {
  override name = 'ConnectorError'
  readonly kind: ConnectorErrorKind

  constructor(kind: ConnectorErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
