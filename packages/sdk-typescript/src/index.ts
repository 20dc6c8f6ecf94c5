import { randomUUID } from 'node:crypto'
import type * as Types from './api-types.ts'
import { parseObject } from './json.ts'
import { webhooks } from './webhooks.ts'

export type * from './api-types.ts'
export * from './webhooks.ts'

export interface WarungOptions {
  /** The maximum duration of an attempt; 45,000 by default, since a provider's code may take 35 s. */
  timeoutMs?: number
  /** The maximum of all waits of a call together; a longer `Retry-After` is thrown immediately. 60,000 by default. */
  maxWaitMs?: number
}

export interface CallOptions {
  /** Sent with all retries of a call; random by default. A shop stores it for a day. Never an order's number. */
  idempotencyKey?: string
}

type ErrorCode = Types.ErrorAnswer['code'] | 'network_failure' | 'unexpected_answer'

interface ErrorFacts {
  status: number
  code: ErrorCode
  fields?: Types.ErrorAnswerFieldsEntry[] | undefined
  requestId?: string | null
  retryAfter?: number | null
  body?: Partial<Types.ErrorAnswer>
}

/** Thrown by every refused or failed call. */
export class WarungError extends Error {
  /** The code of the error; docs/errors.md of Warung lists all. */
  readonly code: ErrorCode
  /** The fields that are not valid, each with a sentence for people. */
  readonly fields: Types.ErrorAnswerFieldsEntry[]
  /** The id by which the operator of the shop can find the request. */
  readonly requestId: string | null
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** The seconds after which the shop accepts the call again; null if it did not name any. */
  readonly retryAfter: number | null
  /** The whole answer. For `reference_taken` it contains the payment's `invoice_id`, `payment_url` and `expires_at`. */
  readonly body: Partial<Types.ErrorAnswer>

  constructor(message: string, facts: ErrorFacts, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = facts.code
    this.fields = facts.fields ?? []
    this.requestId = facts.requestId ?? null
    this.status = facts.status
    this.retryAfter = facts.retryAfter ?? null
    this.body = facts.body ?? {}
  }
}

/** 400: the request is not valid; `fields` names the causes. */
export class InvalidRequestError extends WarungError {}
/** 401: the key is missing, not valid, or has expired. */
export class AuthenticationError extends WarungError {}
/** 403: the key is valid, but does not permit this call. */
export class ForbiddenError extends WarungError {}
/** 404: this account and mode have no such object. */
export class NotFoundError extends WarungError {}
/** 409 and 422: a problem with the `Idempotency-Key`, or an object that the shop is still creating. */
export class ConflictError extends WarungError {}
/** 429, after the retries: `retryAfter` contains the time to wait. */
export class RateLimitError extends WarungError {}
/** 500 and above, after the retries, or an answer that is not the shop's. */
export class ServerError extends WarungError {}
/** An answer was not received after the retries: the address, the network or the time limit is the cause. */
export class NetworkError extends WarungError {}

// A first failure may be a restart; a third is an outage.
const failuresMax = 2
const firstPauseS = 0.5
// With a Retry-After, the shop itself promises to be available.
const promisedRetriesMax = 5
const answerBytesMax = 32 * 1024 * 1024

/** A client of an account of a Warung shop. Its key belongs in a backend, never in a page. */
export class Warung {
  readonly webhooks = webhooks
  readonly #baseUrl: string
  readonly #apiKey: string
  readonly #timeoutMs: number
  readonly #maxWaitS: number

  /** `baseUrl` is the shop's address, such as https://shop.example; `apiKey` begins with wrg_test_ or wrg_live_. */
  constructor(baseUrl: string, apiKey: string, options: WarungOptions = {}) {
    if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new TypeError('baseUrl is the address of a shop: https://...')
    // The key in a file or variable often ends with a line break.
    const key = (apiKey ?? '').trim()
    if (!/^[!-~]+$/.test(key)) {
      throw new TypeError('apiKey is missing or damaged: `warung key create` or the page "API keys" makes one')
    }
    this.#baseUrl = baseUrl.replace(/\/$/, '').replace(/\/api$/, '')
    this.#apiKey = key
    this.#timeoutMs = options.timeoutMs ?? 45_000
    this.#maxWaitS = (options.maxWaitMs ?? 60_000) / 1000
  }

  readonly payments = {
    /** Creates a payment; with `reuse`, returns an open or paid payment with this `reference` instead. */
    create: (params: Types.CreatePaymentParams, options?: CallOptions) =>
      this.#post<Types.CreatedPayment>('/create-payment', params, options),
    get: (invoice: string) => this.#get<Types.PaymentStatus>('/check-payment', { invoice }),
    /** Iterates over all matching payments, newest first. */
    list: (params: Types.ListPaymentsParams = {}) =>
      this.#iterate<Types.ListedPayment>('/list-payments', params, ['invoice_id']),
    cancel: (invoice: string, options?: CallOptions) =>
      this.#post<Types.PaymentStatus>('/cancel-payment', { invoice }, options),
    /** Returns why the payment has its status, and what to do next. */
    explain: (invoice: string) => this.#get<Types.PaymentExplanation>('/explain-payment', { invoice }),
    /** Simulates the arrival of its money; only with a test key. */
    simulate: (invoice: string, params: Types.SimulatePaymentParams = {}, options?: CallOptions) =>
      this.#post<Types.SimulatedPayment>('/simulate-payment', { ...params, invoice }, options),
  }

  readonly refunds = {
    /** Returns money of a paid payment: an `amount`, or all that is left. */
    create: (invoice: string, params: Types.RefundPaymentParams = {}, options?: CallOptions) =>
      this.#post<Types.ListedPayment>('/refund-payment', { ...params, invoice }, options),
    /** Records that you returned all money of a paid payment yourself. */
    note: (invoice: string, options?: CallOptions) => this.#post<Types.Movement>('/note-refund', { invoice }, options),
  }

  readonly orders = {
    /** Iterates over all matching orders, newest first. */
    list: (params: Types.ListOrdersParams = {}) =>
      this.#iterate<Types.ListedOrder>('/msgstore-orders', params, ['order_number']),
    get: (orderNumber: string) => this.#get<Types.Order>('/msgstore-orders', { order_number: orderNumber }),
    complete: async (orderNumber: string, params: Types.CompleteOrderParams = {}, options?: CallOptions) => {
      const fields = { ...params, order_number: orderNumber }
      return (await this.#post<{ order: Types.CompletedOrder }>('/msgstore-complete', fields, options)).order
    },
    ship: async (orderNumber: string, params: Types.ShipOrderParams, options?: CallOptions) => {
      const fields = { ...params, order_number: orderNumber }
      return (await this.#post<{ order: Types.ShippedOrder }>('/msgstore-ship', fields, options)).order
    },
  }

  readonly stock = {
    /** Iterates over the stock of everything that the store sells. */
    list: (params: Types.ListStockParams = {}) =>
      this.#iterate<Types.Stock>('/list-stock', params, ['product', 'variant']),
    set: (product: string, params: Types.SetStockParams, options?: CallOptions) =>
      this.#post<Types.Stock>('/set-stock', { ...params, product }, options),
  }

  readonly bills = {
    create: (params: Types.CreateBillParams, options?: CallOptions) =>
      this.#post<Types.Bill>('/create-bill', params, options),
    /** Returns a bill by its id or slug. */
    get: (bill: string) => this.#get<Types.WholeBill>('/check-bill', { bill }),
    /** Iterates over all matching bills, newest first. */
    list: (params: Types.ListBillsParams = {}) => this.#iterate<Types.Bill>('/list-bills', params, ['bill']),
    update: (bill: string, params: Types.UpdateBillParams, options?: CallOptions) =>
      this.#post<Types.Bill>('/update-bill', { ...params, bill }, options),
    close: (bill: string, options?: CallOptions) => this.#post<Types.Bill>('/close-bill', { bill }, options),
  }

  readonly transfers = {
    /** Iterates over the money that arrived, newest first. */
    list: (params: Types.ListTransfersParams = {}) =>
      this.#iterate<Types.Transfer>('/list-transfers', params, ['transfer_id']),
    /** Decides about a transfer in review. */
    review: (transferId: number, params: Types.ReviewTransferParams, options?: CallOptions) =>
      this.#post<Types.Transfer>('/review-transfer', { ...params, transfer_id: transferId }, options),
  }

  readonly events = {
    /** Returns one page of events, oldest first. Store `next_cursor` with what you did, and continue from it. */
    list: async (params: Types.ListEventsParams = {}) => {
      const answer = await this.request<EventsAnswer>('GET', '/events', params)
      return { data: answer.data, ...answer.pagination }
    },
    /** Iterates over all events from `cursor` to the present. */
    iterate: (params: Types.ListEventsParams = {}) => this.#iterate<Types.ShopEvent>('/events', params, ['id']),
  }

  readonly qris = {
    /** Writes an amount into a code, given as text, base64 of a picture, or a picture's address. */
    convert: (params: Types.ConvertQrisParams, options?: CallOptions) =>
      this.#post<Types.QrisConversion>('/qris-convert', params, options),
    /** Reads a code: its merchant, and whether it is valid. */
    info: (params: Types.ReadQrisParams, options?: CallOptions) =>
      this.#post<Types.QrisInfo>('/qris-info', params, options),
  }

  /** Calls any endpoint of the API, with the same retries and errors; returns its whole answer. */
  async request<T>(method: 'GET' | 'POST', path: string, fields: object = {}, options: CallOptions = {}): Promise<T> {
    const url = new URL(`${this.#baseUrl}/api${path}`)
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'X-API-Key': this.#apiKey,
      // The account may prefer the other format of answers; this client has the types of this one.
      'X-API-Variant': 'detailed',
      'User-Agent': 'warung-sdk-typescript/1.0.0',
    }
    const init: RequestInit = { method, headers, redirect: 'manual' }
    if (method === 'GET') {
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
      }
    } else {
      headers['Content-Type'] = 'application/json'
      headers['Idempotency-Key'] = options.idempotencyKey ?? randomUUID()
      init.body = JSON.stringify(fields)
    }
    let waitedS = 0
    for (let failures = 0; ; failures++) {
      const outcome = await this.#attempt(url, init)
      if (!(outcome instanceof WarungError)) return outcome as T
      const pauseS = pauseAfter(outcome, failures)
      if (pauseS === null || waitedS + pauseS > this.#maxWaitS) throw outcome
      waitedS += pauseS
      await new Promise(resolve => setTimeout(resolve, pauseS * 1000))
    }
  }

  async #attempt(url: URL, init: RequestInit): Promise<unknown> {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(this.#timeoutMs) })
      const answer = parseObject(await readText(response))
      return response.ok && answer ? answer : makeError(response, answer ?? {})
    } catch (cause) {
      const { message, cause: inner } = cause as Error
      const why = inner instanceof Error ? inner.message : message
      return new NetworkError(`${url.host} did not answer: ${why}`, { status: 0, code: 'network_failure' }, { cause })
    }
  }

  async #get<T>(path: string, fields: object): Promise<T> {
    return readData(await this.request('GET', path, fields))
  }

  async #post<T>(path: string, fields: object, options?: CallOptions): Promise<T> {
    return readData(await this.request('POST', path, fields, options))
  }

  async *#iterate<T>(path: string, params: object, ids: (keyof T)[]): AsyncGenerator<T, void, undefined> {
    // New entries shift a list that is newest first, so the next page repeats the last entries of this one.
    const seen = new Set<string>()
    for (let next: object | null = params; next; ) {
      const answer: ListAnswer<T> = await this.request('GET', path, next)
      for (const entry of answer.data) {
        const id = JSON.stringify(ids.map(field => entry[field]))
        if (!seen.has(id)) yield entry
        seen.add(id)
      }
      const following: object | null = nextParams(answer, next)
      if (following && JSON.stringify(following) === JSON.stringify(next)) {
        throw new ServerError('the shop repeats a page of a list', { status: 200, code: 'unexpected_answer' })
      }
      next = following
    }
  }
}

interface EventsAnswer {
  data: Types.ShopEvent[]
  pagination: { next_cursor: string; has_more: boolean }
}

interface ListAnswer<T> {
  data: T[]
  total?: number
  pagination?: { page?: number; total_pages?: number; next_cursor?: string | null; has_more?: boolean }
}

/** Returns the fields of the next page; null after the last. */
function nextParams<T>({ data, total = 0, pagination }: ListAnswer<T>, params: object): object | null {
  if (data.length === 0) return null
  if (!pagination) {
    const offset = ((params as { offset?: number }).offset ?? 0) + data.length
    return offset < total ? { ...params, offset } : null
  }
  const { page = 1, total_pages = 1, next_cursor, has_more = true } = pagination
  if (next_cursor !== undefined) {
    return next_cursor && has_more ? { ...params, page: undefined, cursor: next_cursor } : null
  }
  return page < total_pages ? { ...params, page: page + 1 } : null
}

function readData<T>(answer: Record<string, unknown>): T {
  const { success: _success, ...fields } = answer
  return (answer.data ?? fields) as T
}

/** Reads an answer up to the bound. A longer one is cut, so it is not JSON. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > answerBytesMax) break
  }
  return Buffer.concat(chunks).toString()
}

function makeError({ status, headers }: Response, answer: Record<string, unknown>): WarungError {
  // The JSON of a gateway has other fields, or these fields with other types.
  const isOurs = typeof answer.code === 'string' && typeof answer.error === 'string'
  const refusal: Partial<Types.ErrorAnswer> = isOurs ? answer : {}
  const code: ErrorCode = refusal.code ?? 'unexpected_answer'
  const message = refusal.error ?? `HTTP ${status} without an answer of the shop: check the address`
  const requestId = refusal.request_id ?? headers.get('x-request-id')
  const retryAfter = secondsUntil(headers.get('retry-after'))
  const facts = { status, code, fields: refusal.fields, requestId, retryAfter, body: answer }
  return new (errorClass(status, code))(message, facts)
}

function errorClass(status: number, code: ErrorCode): typeof WarungError {
  if (code === 'forbidden' || status === 403) return ForbiddenError
  if (status === 409 || status === 422) return ConflictError
  if (status === 401) return AuthenticationError
  if (status === 404 && code !== 'unexpected_answer') return NotFoundError
  if (status === 429) return RateLimitError
  return status < 400 || status >= 500 || code === 'unexpected_answer' ? ServerError : InvalidRequestError
}

/** Reads `Retry-After`: seconds, or a date. */
function secondsUntil(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

/** Returns the seconds to wait before the next attempt; null if another attempt would not help. */
function pauseAfter(error: WarungError, failures: number): number | null {
  const isWorkedOn = error.code === 'idempotency_conflict' || error.code === 'not_ready'
  const isAway = error.status === 0 || isWorkedOn || [429, 502, 503, 504].includes(error.status)
  if (!isAway) return null
  if (error.retryAfter !== null) return failures < promisedRetriesMax ? error.retryAfter : null
  return failures < failuresMax ? firstPauseS * 2 ** failures : null
}
