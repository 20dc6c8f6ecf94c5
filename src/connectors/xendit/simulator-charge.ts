import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { SimulatorRequest } from '../simulator/simulator-request.ts'

/** A request for a code as Xendit accepts it. */
export interface SimulatorCharge {
  reference: string
  amount: number
  metadata: object | null
  /** When the code expires; only if the account allows QRIS codes to end early. */
  expiresAt: Date | null
}

/** An error answer of Xendit. */
export interface SimulatorRefusal {
  status: number
  error_code: string
  message: string
  errors?: { path: string; message: string }[]
}

export const codeLifeMs = 48 * 3_600_000

const amount = z.number().int().min(1, 'must be at least 1').max(10_000_000, 'must be at most 10000000')
const reference_id = z.string().min(1).max(255)
const metadata = z.record(z.string(), z.unknown()).nullish()

/** https://docs.xendit.co, Payments API 2024-11-11. */
const PaymentRequest = z.looseObject({
  reference_id,
  type: z.literal('PAY'),
  country: z.literal('ID'),
  currency: z.literal('IDR'),
  request_amount: amount,
  capture_method: z.literal('AUTOMATIC').optional(),
  channel_code: z.literal('QRIS'),
  channel_properties: z.looseObject({ expires_at: z.iso.datetime({ offset: true }).optional() }).optional(),
  description: z.string().max(1000).optional(),
  metadata,
})

/** The request of the previous version, which the SDKs of 2025 send. */
const OldPaymentRequest = z.looseObject({
  reference_id,
  currency: z.literal('IDR'),
  amount,
  payment_method: z.looseObject({
    type: z.literal('QR_CODE'),
    reusability: z.literal('ONE_TIME_USE'),
    qr_code: z.looseObject({
      channel_code: z.literal('QRIS'),
      channel_properties: z.looseObject({ expires_at: z.unknown().optional() }).nullish(),
    }),
  }),
  metadata,
})

export function readCharge({ body, fault }: SimulatorRequest): SimulatorCharge | SimulatorRefusal {
  const parsed = PaymentRequest.safeParse(parseJson(body))
  if (!parsed.success) return refuseInvalid(parsed.error.issues)
  const { channel_properties, request_amount, ...read } = parsed.data
  const expires_at = channel_properties?.expires_at
  if (expires_at !== undefined && fault !== 'takes_expiry') return refuseExpiry('channel_properties.expires_at')
  return {
    reference: read.reference_id,
    amount: request_amount,
    metadata: read.metadata ?? null,
    expiresAt: expires_at === undefined ? null : new Date(expires_at),
  }
}

export function readOldCharge({ body }: SimulatorRequest): SimulatorCharge | SimulatorRefusal {
  const parsed = OldPaymentRequest.safeParse(parseJson(body))
  if (!parsed.success) return refuseInvalid(parsed.error.issues)
  const { reference_id: reference, amount, payment_method, metadata } = parsed.data
  if (payment_method.qr_code.channel_properties?.expires_at) {
    return refuseExpiry('payment_method.qr_code.channel_properties.expires_at')
  }
  return { reference, amount, metadata: metadata ?? null, expiresAt: null }
}

export function refuseInvalid(issues: readonly { path: PropertyKey[]; message: string }[]): SimulatorRefusal {
  return {
    status: 400,
    error_code: 'API_VALIDATION_ERROR',
    message: 'There was an error with the format submitted to the server.',
    errors: issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  }
}

// github.com/xendit/xendit-php/issues/238
export function refuseExpiry(path: string): SimulatorRefusal {
  const message = 'expires_at is not supported for the channel QRIS'
  return { status: 400, error_code: 'API_VALIDATION_ERROR', message, errors: [{ path, message }] }
}
