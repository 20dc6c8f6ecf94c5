import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { SimulatorRequest } from '../simulator/simulator-request.ts'

/** A request for a code as Midtrans accepts it. */
export interface SimulatorCharge {
  orderId: string
  amount: number
  /** The seconds until the code expires. */
  lifeS: number
  /** The start of its life; null for the time of the request. */
  orderTime: Date | null
  acquirer: string
  notifyUrls: string[]
  idempotencyKey: string | null
}

/** An answer in Midtrans's format that is not a transaction. */
export interface SimulatorRefusal {
  code: string
  message: string
  problems?: string[]
}

const bodyBytesMax = 16_384
const amountMax = 10_000_000
const daysMax: Record<string, number> = { gopay: 7, 'airpay shopee': 5, airpay: 5 }
const defaultLifeS = 900
const unitS = { second: 1, minute: 60, hour: 3600, day: 86_400 }

const Charge = z.looseObject({
  payment_type: z.string('payment_type is required'),
  transaction_details: z.looseObject(
    {
      order_id: z
        .string('transaction_details.order_id is required')
        .regex(/^[\w~.-]{1,50}$/, 'transaction_details.order_id is invalid'),
      gross_amount: z
        .number('transaction_details.gross_amount is required')
        .int('transaction_details.gross_amount is not a whole number')
        .min(1, 'transaction_details.gross_amount must be greater than or equal to 1')
        .max(amountMax, 'transaction_details.gross_amount is over the limit'),
    },
    'transaction_details is required',
  ),
  item_details: z.array(z.looseObject({ price: z.number(), quantity: z.number() })).optional(),
  qris: z.looseObject({ acquirer: z.enum(['gopay', 'airpay shopee', 'airpay']).optional() }).optional(),
  custom_expiry: z
    .looseObject({
      order_time: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/, 'custom_expiry.order_time is invalid')
        .optional(),
      expiry_duration: z
        .int('custom_expiry.expiry_duration is invalid')
        .min(1, 'custom_expiry.expiry_duration is invalid'),
      unit: z.enum(['second', 'minute', 'hour', 'day'], 'custom_expiry.unit is invalid').default('minute'),
    })
    .optional(),
})

/** Returns the parsed request for a code, or the reason why Midtrans refuses it. */
export function readCharge({ body, headers }: SimulatorRequest): SimulatorCharge | SimulatorRefusal {
  if (Buffer.byteLength(body) > bodyBytesMax) return { code: '413', message: 'The request body is too large.' }
  const parsed = Charge.safeParse(parseJson(body))
  if (!parsed.success) return refuseInvalid(parsed.error.issues.map(({ message }) => message))
  const { payment_type, transaction_details, item_details, qris, custom_expiry } = parsed.data
  if (payment_type !== 'qris') return { code: '402', message: 'Payment channel is not activated.' }
  const items = item_details?.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  if (items !== undefined && items !== transaction_details.gross_amount) {
    return refuseInvalid(['transaction_details.gross_amount is not equal to the sum of item_details'])
  }
  const acquirer = qris?.acquirer ?? 'gopay'
  const lifeS = custom_expiry ? custom_expiry.expiry_duration * unitS[custom_expiry.unit] : defaultLifeS
  if (lifeS > daysMax[acquirer]! * unitS.day) return refuseInvalid(['custom_expiry is over the maximum'])
  const key = headers['idempotency-key']
  if (key !== undefined && String(key).length > 46) return refuseInvalid(['Idempotency-Key is too long'])
  const notifyUrls = addressesIn(headers)
  if (notifyUrls === null) return refuseInvalid(['notification URL is invalid'])
  return {
    orderId: transaction_details.order_id,
    amount: transaction_details.gross_amount,
    lifeS,
    orderTime: custom_expiry?.order_time === undefined ? null : readOrderTime(custom_expiry.order_time),
    acquirer,
    notifyUrls,
    idempotencyKey: key === undefined ? null : String(key),
  }
}

function refuseInvalid(problems: string[]): SimulatorRefusal {
  return { code: '400', message: 'One or more parameters in the payload is invalid.', problems }
}

// Such as `2026-11-26 17:00:00 +0700`.
function readOrderTime(text: string): Date {
  const [day, time, zone] = text.split(' ') as [string, string, string]
  return new Date(`${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`)
}

/**
 * Returns the addresses of the header that overrides or extends those of the dashboard, at most three. Null if one of
 * them is not an address.
 */
function addressesIn(headers: SimulatorRequest['headers']): string[] | null {
  const named = String(headers['x-override-notification'] ?? headers['x-append-notification'] ?? '')
  const urls = named
    .split(',')
    .map(text => text.trim())
    .filter(Boolean)
  return urls.length <= 3 && urls.every(url => URL.canParse(url)) ? urls : null
}
