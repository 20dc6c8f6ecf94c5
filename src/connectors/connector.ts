import type { z } from 'zod'
import type { Calendar } from '../lib/calendar.ts'
import type { Outbound } from '../lib/outbound.ts'
import type { Advised, ProviderAdvice } from '../lib/refusals/field-error.ts'
import type { Door } from './door.ts'
import type { FormField } from './form.ts'
import type { Forwarder } from './forwarder.ts'
import type { HistoryPage, HistoryRequest } from './history.ts'
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
 * silence or doubt never means "paid" or "expired".
 */
export interface Connector<Credentials = unknown> {
  /** Its name in `index.ts`, the database and the API. */
  id: string
  texts: Texts
  traits: Traits
  /** Whether incoming money names its payment (`reference`) or is recognised by its amount (`amount`). */
  matches: 'reference' | 'amount'
  window: Window
  credentials: z.ZodType<Credentials>
  /** The fields that a person fills in to connect it: the credentials, or the input of its first step. */
  form: readonly FormField[]
  /** The provider's page that shows the key. */
  keyPage?: string
  /** The pattern of a complete key, which recognises one that is sent to a chat unasked. */
  keyPattern?: RegExp
  /** The names by which merchants know what it reads, if they differ from its own name. */
  doors?: readonly Door[]
  /** Adds the secrets that are generated here to a completed form. */
  complete?(filled: Record<string, unknown>): Record<string, unknown>
  /** Returns the fields to keep when credentials are replaced by others for the same money. */
  known?(stored: StoredAccount): Record<string, string>
  /** Returns the account that receives the money, in one spelling: amounts and references are unique within it. */
  receivingAccount(credentials: Credentials): string
  /** Returns one canonical text for all spellings of a receiving account; absent if it has a single spelling. */
  accountKey?(receivingAccount: string): string
  /**
   * Set if a third party confirms the account, such as a wallet by a code to its phone. Such an account is shared by
   * all merchants who open it, and an amount is held on it once. If absent, a merchant could name anyone's account, so
   * it counts for this merchant alone.
   */
  provesAccount?: true
  /** Creates the code of one payment. Called again with the same reference after a timeout. */
  charge?(call: ConnectorCall<Credentials>, request: ChargeRequest): Promise<ProviderCode>
  /** Returns the state of one code. */
  status?(call: ConnectorCall<Credentials>, charge: ChargeRef): Promise<ChargeStatus>
  /** Returns one page of incoming transfers; `since` is inclusive. */
  transfers?(call: ConnectorCall<Credentials>, page: { since: Date; cursor: string | null }): Promise<TransferPage>
  /** Returns the account that the credentials open, so that a person can verify them. */
  check?(call: ConnectorCall<Credentials>): Promise<ProviderAccount>
  /**
   * Completes credentials before they are stored. Finds the host that accepts the key and, if only a code reveals the
   * account, creates the code of `request` and cancels it. Throws with `wrongKey` for a recognised wrong key.
   */
  probe?(call: ConnectorCall<Credentials>, request: ProbeRequest): Promise<ProbedCredentials<Credentials>>
  /** The steps to obtain access, if the merchant does not already have credentials. */
  connect?: ConnectSteps<Credentials>
  /** Cancels a code, so that it can no longer be paid. Throws `refused` if it is too late. */
  cancel?(call: ConnectorCall<Credentials>, charge: ChargeRef, reason: string): Promise<void>
  /**
   * Refunds money of a paid code. A repeated request with the same key is executed once. Throws `refused` if the
   * provider will not return the money; after any other error the outcome is unknown, and the request is repeated.
   */
  refund?(call: ConnectorCall<Credentials>, charge: ChargeRef, request: RefundRequest): Promise<SentRefund>
  /** Returns the state of a refund that its provider had not completed. */
  refundState?(
    call: ConnectorCall<Credentials>,
    charge: ChargeRef,
    refund: { key: string; reference: string },
  ): Promise<SentRefund>
  /**
   * Returns a page of the provider's history of a period, both ends inclusive. A row is a reason to check its code, as
   * a push is, but never a proof.
   */
  history?(call: ConnectorCall<Credentials>, request: HistoryRequest): Promise<HistoryPage>
  /**
   * Returns whether the provider supports `history` for these credentials; absent if that is the same for all
   * credentials.
   */
  hasHistory?(credentials: Credentials): boolean
  /**
   * Verifies a push over its raw bytes. Throws `unauthorized` for a missing, wrong or old signature, and `unexpected`
   * for a malformed body.
   */
  receive?(call: ConnectorCall<Credentials>, push: ReceivedPush): Promise<PushContents>
  /** Returns the answer to a refused push, in the provider's own form. */
  refusePush?(kind: ConnectorErrorKind, push: Push): PushAnswer
  /** Returns the texts that the signature of a push may cover, for diagnosing why it is refused. */
  signedTexts?(call: ConnectorCall<Credentials>, push: Push): string[]
  /** Returns the merchant id under which codes are created; absent if the connector creates none. */
  merchantIdOf?(credentials: Credentials): string
  /**
   * Returns the same access for another merchant id under the same contract; absent if a contract has only one merchant
   * id.
   */
  forMerchant?(credentials: Credentials, merchantId: string): Credentials
  /** Returns the changes of these credentials to the connector's window. */
  windowOf?(credentials: Credentials): WindowChange
  /** Returns the payment method that these credentials are for, if the connector serves several. */
  methodOf?(credentials: Credentials): string
  /** Returns the facts that a merchant's phone needs to forward notifications to a connection. */
  forwarder?(credentials: Credentials): Forwarder
  /**
   * Returns credentials with a fresh key for one phone's app. A phone with the old key is informed that it was cut off.
   */
  renewKey?(credentials: Credentials): Credentials
  /** Returns credentials with a key for an additional phone; null if no more can be added. */
  addKey?(credentials: Credentials): Credentials | null
  /** How a merchant adds sentences for notifications that could not be read; absent if it reads no notifications. */
  lessons?: SentenceLessons<Credentials, Pick<PushContents, 'transfers' | 'unread'>>
  /** Credentials that are kept if a person replaces the others by a form that lacks or omits them. */
  keeps?: readonly string[]
  /** Removes the secrets from a text before it is logged or stored. */
  scrub(credentials: Credentials, text: string): string
  /** The simulator of its provider in test mode; absent if the merchant's own device or program reports the money. */
  simulator?: Simulator
}

/** Returns whether there is a connector with this name. */
export function hasConnector<Id extends string>(table: Record<Id, Connector>, name: string): name is Id {
  return Object.hasOwn(table, name)
}

export interface ConnectorCall<Credentials> {
  credentials: Credentials
  outbound: Outbound
  /** The cache of access tokens; absent while credentials are tried before they are stored. */
  tokens?: TokenCache
  /** The address for this connection's pushes, sent with each code even if local; absent until it is stored. */
  hook?: string
}

export interface ChargeRequest {
  /** The invoice id and attempt, unique forever at the provider. */
  reference: string
  amount: number
  /** Business time of the request. */
  requestedAt: Date
  /** When the payment expires; a provider that can limit the life of its code sets the same end. */
  expiresAt: Date
  /** Set if an earlier request with this reference got no usable answer. */
  isRepeated?: boolean
}

/** The code that a probe may request, and whether the connection is for real money. */
export interface ProbeRequest extends ChargeRequest {
  isLive: boolean
}

/** Credentials as they are stored, with the host that accepts the key and the account revealed by a code. */
export interface ProbedCredentials<Credentials> {
  credentials: Credentials
  account: ProviderAccount
}

export interface ProviderCode {
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  /** The provider's time of the request. */
  requestDate: Date
  /** The provider's deadline for payment; absent if all codes live for the window's `chargeLifeS`. */
  endsAt?: Date
}

export interface ChargeRef {
  /** The reference with which the code was requested. */
  reference: string
  providerInvoiceId: string
  amount: number
  requestDate: Date
  /** The business time of the check. */
  askedAt: Date
  /** When the code ceases to be payable, including the grace period. */
  payableUntil: Date
}

export type ChargeStatus = { paid: false } | { paid: true; transfer: IncomingTransfer }

export interface IncomingTransfer {
  /** The transfer's reference, unique forever within the receiving account. */
  reference: string
  /** The amount in whole rupiah. */
  amount: number
  /** The provider's time; null if it gives none. */
  occurredAt: Date | null
  payerName: string | null
  payerApp: string | null
  /** Set if the source proves nothing: the transfer does not settle a payment until a person confirms it. */
  isUnproved?: boolean
  /** The merchant's own rule that read it, which is limited in amount; absent if none did. */
  taughtBy?: number
  /** The notification that reported it; absent if a provider reported it. */
  notification?: SeenNotification
}

export interface TransferPage {
  transfers: IncomingTransfer[]
  /** Rows that the connector cannot parse; if it can parse none of a page, it throws `unexpected`. */
  odd?: OddRow[]
  /** The cursor of the next page; null on the last page. */
  cursor: string | null
}

/** An account as its provider describes it; everything except the number may be unknown. */
export interface ProviderAccount {
  /** The phone number, merchant id or outlet id that receives the money. */
  number: string
  /** The name that a payer sees. */
  holder: string | null
  outletName: string | null
  outletId: string | null
  /** The account's static code, if the provider reports it. */
  qris: string | null
  /** Set if the answer also proves that codes can be created; otherwise only a code does. */
  provesCodes?: true
  key?: KeyFacts
}

/** The steps to obtain access: the person's input and the provider's results. */
export interface ConnectSteps<Credentials> {
  /** The fields of the first step. */
  fields: z.ZodType<object>
  start(call: ConnectorCall<BridgeAccess>, fields: object): Promise<ConnectStep<Credentials>>
  /** Sends the requested code, or requests a new one. */
  answer(call: ConnectorCall<BridgeAccess>, connectId: string, answer: ConnectAnswer): Promise<ConnectStep<Credentials>>
}

/** The address of a bridge, and the key by which it recognises Warung. */
export interface BridgeAccess {
  base_url: string
  key: string
}

export type ConnectAnswer = { code: string } | { resend: true }

/** The result of a step. A refusal is a result, not an error: only a missing or malformed answer throws. */
export type ConnectStep<Credentials> =
  | {
      state: 'otp' | 'pin'
      connectId: string
      expiresInS: number
      attemptsLeft: number
      /** The destination of the code, masked by the provider. */
      sentTo: string | null
    }
  | {
      state: 'connected'
      credentials: Credentials
      account: ProviderAccount
      /** The limits that the bridge reports for this account; undefined for those of the contract. */
      window: WindowChange
    }
  | {
      state: 'refused'
      reason: ConnectRefusalReason
      sentence: string
      /** The remaining attempts; null if the attempt has ended. */
      attemptsLeft: number | null
      /** The rejected field. */
      field: string | null
    }

export type ConnectRefusalReason = 'wrong_code' | 'too_many_attempts' | 'expired' | 'not_accepted'

/** A request from a provider, as it was received. */
export interface Push {
  method: string
  /** The public path and query, as the sender signed them. */
  path: string
  /** The headers, by lower-case name. */
  headers: Record<string, string | undefined>
  body: Buffer
  /** When it was received, in real time. */
  receivedAt: Date
}

/** A push with the calendar of its account. */
export interface ReceivedPush extends Push {
  /** Interprets times without an offset. */
  calendar: Calendar
  /** The merchant's rules for reading notifications. */
  rules?: readonly TaughtRule[]
}

export interface PushContents {
  /** The charges to check immediately: a push is a reason to check, never a proof. */
  charges: PushedCharge[]
  /** Transfers of a source whose signature is sufficient proof. */
  transfers: IncomingTransfer[]
  /** Verified notifications to store for a person; the push is acknowledged only once they are stored. */
  unread?: UnreadNotification[]
  /** How the sender proved its identity, if its provider has several ways. */
  form?: string
  /** The facts that a merchant's phone reports about itself. */
  phone?: PhoneReport
  /** The device that sent it, by its own name; null or absent if unknown. */
  device?: string | null
  /** The source proves that it has reported all money older than this many seconds. */
  coveredAgoS?: number
  answer: PushAnswer
}

/** Identifies a charge by whichever of its two references the push contains. */
export interface PushedCharge {
  reference: string | null
  providerInvoiceId: string | null
}

export interface PushAnswer {
  status: number
  /** The body, sent as JSON. */
  body: unknown
}

/** The kind of a failure: the caller retries, for `taken` with another reference, or notifies merchant or operator. */
export type ConnectorErrorKind = 'unreachable' | 'unauthorized' | 'refused' | 'taken' | 'unexpected'

export class ConnectorError extends Error {
  override name = 'ConnectorError'
  readonly kind: ConnectorErrorKind
  /** Set if a credential was recognised as a different one than required. */
  readonly wrongKey: RecognisedKey | undefined
  /** The merchant's next step, if it is known. */
  readonly advice: ProviderAdvice | undefined

  constructor(kind: ConnectorErrorKind, message: string, reason: RecognisedKey | Advised = {}) {
    super(message)
    this.kind = kind
    if ('field' in reason) this.wrongKey = reason
    else this.advice = reason.advice
  }
}
