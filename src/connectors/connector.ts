import type { z } from 'zod'
import type { Calendar } from '../lib/calendar.ts'
import type { Outbound } from '../lib/outbound.ts'
import type { Door } from './door.ts'
import type { FormField } from './form.ts'
import type { Forwarder } from './forwarder.ts'
import type { HistoryPage } from './history.ts'
import type { KeyFacts } from './key-facts.ts'
import type { OddRow } from './odd-row.ts'
import type { RecognisedKey } from './pasted-key.ts'
import type { PhoneReport } from './phone-report.ts'
import type { RefundRequest, SentRefund } from './refund.ts'
import type { SeenNotification } from './seen-notification.ts'
import type { Simulator } from './simulator/simulator.ts'
import type { StoredAccount } from './stored-account.ts'
import type { SentenceLessons, TaughtRule } from './taught-sentence.ts'
import type { Texts } from './texts.ts'
import type { TokenCache } from './token-cache.ts'
import type { Traits } from './traits.ts'
import type { UnreadNotification } from './unread-notification.ts'
import type { Window, WindowChange } from './window.ts'

/**
 * The protocol of one provider. A connector is stateless, validates every answer, and throws only ConnectorError:
 * silence or doubt is never "paid" and never "expired".
 */
export interface Connector<Credentials = unknown> {
  /** Its name in the table of `index.ts`, in the database, and in the API. */
  id: string
  texts: Texts
  traits: Traits
  /** Whether incoming money names its payment (`reference`) or is recognised by its amount (`amount`). */
  matches: 'reference' | 'amount'
  window: Window
  credentials: z.ZodType<Credentials>
  /** The fields that a person fills in to connect it: the credentials, or what its steps begin with. */
  form: readonly FormField[]
  /** The page of the provider on which its key is found. */
  keyPage?: string
  /** The pattern of a whole key, by which one that is sent to a chat unasked is recognised. */
  keyPattern?: RegExp
  /** The names by which merchants know what it reads, if that is not its own name. */
  doors?: readonly Door[]
  /** Adds to a filled form what people should not choose: secrets that are generated here. */
  complete?(filled: Record<string, unknown>): Record<string, unknown>
  /** The fields that stay when credentials are replaced, because the money does: only the secrets are typed. */
  known?(stored: StoredAccount): Record<string, string>
  /** The account that receives the money, always as the same text: amounts and references are unique within it. */
  receivingAccount(credentials: Credentials): string
  /** Returns one text for all spellings of a receiving account; absent if an account has one spelling. */
  accountKey?(receivingAccount: string): string
  /**
   * Set if a third party confirms the account, such as a wallet after a code to its phone. Such an account is shared by
   * all merchants who open it, and an amount is held on it once. If absent, the merchant could name anyone's account,
   * so it counts for this merchant alone.
   */
  provesAccount?: true
  /** Makes the code of one payment. Called again with the same reference after a time-out. */
  charge?(call: Call<Credentials>, request: ChargeRequest): Promise<Code>
  /** Returns what became of one code. */
  status?(call: Call<Credentials>, charge: ChargeRef): Promise<ChargeStatus>
  /** One page of incoming transfers, `since` inclusive. */
  transfers?(call: Call<Credentials>, page: { since: Date; cursor: string | null }): Promise<TransferPage>
  /** Returns whose account the credentials open, so that a person can see that they are the right ones. */
  check?(call: Call<Credentials>): Promise<ProviderAccount>
  /**
   * Completes credentials before they are stored. Finds the host that accepts the key and, if only a code names the
   * account, makes the code of `request` and takes it back. Throws with `wrongKey` for a key that it recognises.
   */
  probe?(call: Call<Credentials>, request: ProbeRequest): Promise<Probed<Credentials>>
  /** The steps to get access, if that takes more than credentials that the merchant already has. */
  connect?: ConnectSteps<Credentials>
  /** Takes back a code, so that it can no longer be paid. Throws `refused` if it is too late. */
  cancel?(call: Call<Credentials>, charge: ChargeRef, reason: string): Promise<void>
  /**
   * Sends money of a paid code back. A repeated request with the same key is carried out once. Throws `refused` if the
   * provider will not return the money; after any other error the outcome is unknown, and the request is repeated.
   */
  refund?(call: Call<Credentials>, charge: ChargeRef, request: RefundRequest): Promise<SentRefund>
  /** Returns what became of a refund that its provider had not finished. */
  refundState?(
    call: Call<Credentials>,
    charge: ChargeRef,
    refund: { key: string; reference: string },
  ): Promise<SentRefund>
  /**
   * Returns a page of the provider's books for a period, both ends inclusive. A row is a reason to check its code, as a
   * push is, and never a proof.
   */
  history?(call: Call<Credentials>, period: { from: Date; to: Date; cursor: string | null }): Promise<HistoryPage>
  /**
   * Whether the provider of these credentials has a `history`; absent if the answer is the same for all credentials.
   */
  hasHistory?(credentials: Credentials): boolean
  /**
   * Verifies a push over its bytes as they came. Throws `unauthorized` for a missing, wrong or old signature,
   * `unexpected` for a body that is not as agreed.
   */
  receive?(call: Call<Credentials>, push: ReceivedPush): Promise<Received>
  /** The answer to a push that was refused, in the provider's own form. */
  refusePush?(kind: ConnectorErrorKind, push: Push): PushAnswer
  /** The texts that the signature of a push may cover, for a person who looks for why it is refused. */
  signedTexts?(call: Call<Credentials>, push: Push): string[]
  /** The merchant id under which codes are made; absent if the connector makes none. */
  merchantIdOf?(credentials: Credentials): string
  /**
   * Returns the same access for another merchant id under the same contract; absent if a contract has only one merchant
   * id.
   */
  forMerchant?(credentials: Credentials, merchantId: string): Credentials
  /** The changes that these credentials make to the connector's window, by the same names for all credentials. */
  windowOf?(credentials: Credentials): WindowChange
  /** The payment method that these credentials are for, where the connector serves several. */
  methodOf?(credentials: Credentials): string
  /** The facts that a merchant's phone has to know to forward notifications to a connection. */
  forwarder?(credentials: Credentials): Forwarder
  /**
   * Returns credentials with a fresh key for one phone's app. A phone with the old key receives the answer that it was
   * cut off.
   */
  renewKey?(credentials: Credentials): Credentials
  /** Returns credentials with a key for one more phone, beside the others; null if no more may be added. */
  addKey?(credentials: Credentials): Credentials | null
  /** How sentences are added for notifications that were not understood, if it reads notifications. */
  lessons?: SentenceLessons<Credentials, Pick<Received, 'transfers' | 'unread'>>
  /** Credentials that are not in the form and are kept if a person replaces the others. */
  keeps?: readonly string[]
  /** Removes the secrets from a text before it is logged or stored. */
  scrub(credentials: Credentials, text: string): string
  /** The simulator of its provider in test mode; absent if the merchant's own device or program reports the money. */
  simulator?: Simulator
}

/** Whether the table has a connector of this name. */
export function hasConnector<Id extends string>(table: Record<Id, Connector>, name: string): name is Id {
  return Object.hasOwn(table, name)
}

export interface Call<Credentials> {
  credentials: Credentials
  outbound: Outbound
  /** Absent while credentials are tried before they are stored. */
  tokens?: TokenCache
  /** The address for this connection's pushes, sent with each code even if it is local; absent before it is stored. */
  hook?: string
}

export interface ChargeRequest {
  /** Invoice id and attempt, unique for ever at the provider. */
  reference: string
  amount: number
  /** Business time of the request. */
  requestedAt: Date
  /** When the payment expires; a provider that can make its code end with it does so. */
  expiresAt: Date
  /** An earlier request had this reference, and no usable answer. */
  isRepeated?: boolean
}

/** The code that a probe may ask for, and whether the connection is for real money. */
export interface ProbeRequest extends ChargeRequest {
  isLive: boolean
}

/** Credentials as they are stored: with the host that takes the key, and the account that a code named. */
export interface Probed<Credentials> {
  credentials: Credentials
  account: ProviderAccount
}

export interface Code {
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  /** The provider's time of the request. */
  requestDate: Date
  /** The provider's deadline for paying it; absent if every code lives for the window's `chargeLifeS`. */
  endsAt?: Date
}

export interface ChargeRef {
  /** The reference that the code was requested with. */
  reference: string
  providerInvoiceId: string
  amount: number
  requestDate: Date
  /** Business time of the question. */
  askedAt: Date
  /** Until when the code can be paid, grace included. */
  payableUntil: Date
}

export type ChargeStatus = { paid: false } | { paid: true; transfer: IncomingTransfer }

export interface IncomingTransfer {
  /** Unique for ever within the receiving account. */
  reference: string
  /** Whole rupiah. */
  amount: number
  /** The provider's time; null if it gives none. */
  occurredAt: Date | null
  payerName: string | null
  payerApp: string | null
  /** Reported by a source without proof: it pays nothing until a person confirms it. */
  isUnproved?: boolean
  /** The merchant's own rule that read it, which may not pay any amount; absent if none did. */
  taughtBy?: number
  /** The notification that reported it; absent if a provider did. */
  notification?: SeenNotification
}

export interface TransferPage {
  transfers: IncomingTransfer[]
  /** Rows that the connector cannot parse; if it can parse none of a page, it throws `unexpected`. */
  odd?: OddRow[]
  /** Null on the last page. */
  cursor: string | null
}

/** An account as its provider describes it; everything but the number may be unknown. */
export interface ProviderAccount {
  /** Phone number, merchant id or outlet id: where the money lands. */
  number: string
  /** The name that a payer sees. */
  holder: string | null
  outletName: string | null
  outletId: string | null
  /** The account's static code, if the provider reports it. */
  qris: string | null
  /** Whether the answer also proves that codes can be made; absent if only a code does. */
  provesCodes?: true
  key?: KeyFacts
}

/** Getting access step by step: the person's input, and the provider's result. */
export interface ConnectSteps<Credentials> {
  /** The first questions. */
  fields: z.ZodType<object>
  start(call: Call<BridgeAccess>, fields: object): Promise<ConnectStep<Credentials>>
  /** The code that was requested, or the wish for a new one. */
  answer(call: Call<BridgeAccess>, connectId: string, answer: ConnectAnswer): Promise<ConnectStep<Credentials>>
}

/** The address of a bridge, and the key by which it recognises Warung. */
export interface BridgeAccess {
  base_url: string
  key: string
}

export type ConnectAnswer = { code: string } | { resend: true }

/** A refusal is an answer, not an error: only a missing or malformed answer throws. */
export type ConnectStep<Credentials> =
  | {
      state: 'otp' | 'pin'
      connectId: string
      expiresInS: number
      attemptsLeft: number
      /** Masked, as the provider shows it. */
      sentTo: string | null
    }
  | {
      state: 'connected'
      credentials: Credentials
      account: ProviderAccount
      /** The limits that the bridge reports for this account; undefined if they are the contract's. */
      window: WindowChange
    }
  | {
      state: 'refused'
      reason: ConnectRefusalReason
      sentence: string
      /** Null if the attempt has ended. */
      attemptsLeft: number | null
      /** The field that was not accepted. */
      field: string | null
    }

export type ConnectRefusalReason = 'wrong_code' | 'too_many_attempts' | 'expired' | 'not_accepted'

/** A request that a provider sent us, as it came. */
export interface Push {
  method: string
  /** The public path and query, as the sender signs them. */
  path: string
  /** By name in lower case. */
  headers: Record<string, string | undefined>
  body: Buffer
  /** Real time. */
  receivedAt: Date
}

/** A push with the calendar of the account that it is for. */
export interface ReceivedPush extends Push {
  /** Reads times without an offset. */
  calendar: Calendar
  /** The merchant's rules, by which notifications are read. */
  rules?: readonly TaughtRule[]
}

export interface Received {
  /** Charges to ask about at once: a push is a reason to ask, never a proof. */
  charges: PushedCharge[]
  /** Transfers of a source whose signature is sufficient proof. */
  transfers: IncomingTransfer[]
  /** Verified notifications to store for a person; the push is accepted only once they are stored. */
  unread?: UnreadNotification[]
  /** How the sender proved itself, if its provider has several ways. */
  form?: string
  /** The facts that a merchant's phone reports about itself. */
  phone?: PhoneReport
  /** The device that sent it, as it names itself; null or absent if it does not. */
  device?: string | null
  /** The source proves that it has reported all money older than this many seconds. */
  coveredAgoS?: number
  answer: PushAnswer
}

/** Names a charge by whichever of its two references the push holds. */
export interface PushedCharge {
  reference: string | null
  providerInvoiceId: string | null
}

export interface PushAnswer {
  status: number
  /** Sent as JSON. */
  body: unknown
}

/**
 * A kind of failure, which decides what the caller does. It retries later, notifies the merchant or the operator or,
 * for `taken`, retries with another reference.
 */
export type ConnectorErrorKind = 'unreachable' | 'unauthorized' | 'refused' | 'taken' | 'unexpected'

export class ConnectorError extends Error {
  override name = 'ConnectorError'
  readonly kind: ConnectorErrorKind
  /** Set for a credential that is recognised as another than the one that is needed. */
  readonly wrongKey: RecognisedKey | undefined

  constructor(kind: ConnectorErrorKind, message: string, wrongKey?: RecognisedKey) {
    super(message)
    this.kind = kind
    this.wrongKey = wrongKey
  }
}
