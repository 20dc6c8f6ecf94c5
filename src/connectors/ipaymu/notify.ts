import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push, type PushContents } from '../connector.ts'
import type { IpaymuCall } from './request-ipaymu.ts'

const Callback = z.object({
  trx_id: z.union([z.string().regex(/^\d{1,20}$/), z.int().positive()]).transform(String),
  reference_id: z.string().min(1).max(64).nullish(),
})

/**
 * Reads the callback about one payment, as a form or as JSON. The key of its signature is the account number, which is
 * printed on invoices: a callback is only a reason to check, and one to the address of a code is checked first.
 */
export async function receivePush(call: IpaymuCall, push: Push): Promise<PushContents> {
  const signature = (push.headers['x-signature'] ?? String(readPushFields(push).signature ?? '')).toLowerCase()
  const isSigned = listSignedTexts(call, push).some(text =>
    isSameText(signature, createHmac('sha256', call.credentials.va).update(text).digest('hex')),
  )
  if (!isSigned) throw new ConnectorError('unauthorized', 'the signature is not of this account')
  const callback = Callback.safeParse(readPushFields(push))
  if (!callback.success) throw new ConnectorError('unexpected', 'the callback names no payment')
  const { trx_id, reference_id } = callback.data
  return {
    charges: [{ reference: reference_id ?? null, providerInvoiceId: trx_id }],
    transfers: [],
    answer: { status: 200, body: { status: 'OK' } },
  }
}

/**
 * Returns the texts that a signature may cover: fields sorted by name, as JSON with escaped slashes, in which a form's
 * numbers are numbers. PHP sorts by bytes, the documentation's sample by locale.
 */
export function listSignedTexts(_call: IpaymuCall, push: Push): string[] {
  const { signature: _, ...fields } = readPushFields(push)
  const values = isForm(push) ? [toTypedFields(fields)] : [fields, toTypedFields(fields)]
  const orders = [byBytes, (one: string, other: string) => one.localeCompare(other)]
  return values.flatMap(value => orders.map(order => toSortedJson(value, order)))
}

const byBytes = (one: string, other: string) => (one < other ? -1 : 1)

function toSortedJson(fields: Record<string, unknown>, order: (one: string, other: string) => number): string {
  const sorted = Object.entries(fields).sort(([one], [other]) => order(one, other))
  return JSON.stringify(Object.fromEntries(sorted)).replaceAll('/', '\\/')
}

const isForm = ({ headers }: Push) => !/^application\/json\b/i.test(headers['content-type'] ?? '')

function readPushFields(push: Push): Record<string, unknown> {
  const text = push.body.toString('utf8')
  if (isForm(push)) return Object.fromEntries(new URLSearchParams(text))
  const body = z.record(z.string(), z.unknown()).safeParse(parseJson(text))
  if (body.success) return body.data
  throw new ConnectorError('unexpected', 'the callback is not a JSON object')
}

const numbers = ['trx_id', 'status_code', 'transaction_status_code', 'paid_off']

function toTypedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, typedValue(name, value)])
  return { additional_info: [], ...Object.fromEntries(entries) }
}

function typedValue(name: string, value: unknown): unknown {
  if (numbers.includes(name)) return Number.parseInt(String(value), 10)
  if (name === 'is_escrow') return value === true || value === 'true' || value === '1' || value === 1
  if (name === 'additional_info') return value === '[]' ? [] : value
  return String(value)
}
