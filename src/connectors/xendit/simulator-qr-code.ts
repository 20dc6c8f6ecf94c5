import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { CodeRow } from '../simulator/code.ts'
import { makeCodeUuid } from '../simulator/code-uuid.ts'
import type { SimulatorRequest } from '../simulator/simulator-request.ts'
import { refuseInvalid, type SimulatorCharge, type SimulatorRefusal } from './simulator-charge.ts'
import { describeStatus } from './simulator-view.ts'

/** https://archive.developers.xendit.co/api-reference, QR codes, and what its version 2022-07-31 changed. */
const QrCode = z.looseObject({
  reference_id: z.string().min(1).max(255),
  type: z.enum(['DYNAMIC', 'STATIC']),
  currency: z.literal('IDR'),
  amount: z.int().min(1).max(10_000_000),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** The parts of a request for a QR code of 2022-07-31 that the newer version does not have. */
export interface OlderCharge {
  isQrCode: true
  /** The address in the header `webhook-url`; null without it. */
  notifyUrl: string | null
}

export function readQrCode({ body, headers }: SimulatorRequest): (SimulatorCharge & OlderCharge) | SimulatorRefusal {
  const parsed = QrCode.safeParse(parseJson(body))
  if (!parsed.success) return refuseInvalid(parsed.error.issues)
  const { reference_id: reference, amount, metadata, expires_at } = parsed.data
  const expiresAt = expires_at === undefined ? null : new Date(expires_at)
  const hook = headers['webhook-url']
  const notifyUrl = hook === undefined ? null : String(hook)
  return { reference, amount, metadata: metadata ?? null, expiresAt, isQrCode: true, notifyUrl }
}

export const makeQrCodeId = ({ id }: CodeRow) => `qr_${makeCodeUuid('xendit', id)}`

/** Returns a QR code in the form of version 2022-07-31. */
export function viewQrCode(code: CodeRow, businessId: string, now: Date) {
  return {
    id: makeQrCodeId(code),
    reference_id: code.client_reference,
    business_id: businessId,
    type: 'DYNAMIC',
    currency: 'IDR',
    amount: code.amount,
    channel_code: 'ID_DANA',
    status: describeStatus(code, now) === 'REQUIRES_ACTION' ? 'ACTIVE' : 'INACTIVE',
    qr_string: code.qris,
    expires_at: code.ends_at!.toISOString(),
    created: code.requested_at.toISOString(),
    updated: (code.paid_at ?? code.requested_at).toISOString(),
    basket: null,
    metadata: code.details.metadata ?? null,
  }
}

/** Returns a payment of such a code, which is also the content of its webhook. */
export function viewQrPayment(code: CodeRow, businessId: string) {
  return {
    id: `qrpy_${makeCodeUuid('xendit', code.id)}`,
    business_id: businessId,
    currency: 'IDR',
    amount: code.amount,
    status: 'SUCCEEDED',
    created: code.paid_at!.toISOString(),
    qr_id: makeQrCodeId(code),
    qr_string: code.qris,
    reference_id: code.client_reference,
    type: 'DYNAMIC',
    channel_code: 'ID_DANA',
    expires_at: code.ends_at!.toISOString(),
    metadata: code.details.metadata ?? null,
    payment_detail: {
      receipt_id: String(code.id),
      source: code.payer_app,
      name: code.payer_name,
      account_details: null,
    },
  }
}
