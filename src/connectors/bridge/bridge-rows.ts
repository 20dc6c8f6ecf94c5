import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { ConnectorError, type IncomingTransfer } from '../connector.ts'
import type { OddRow } from '../odd-row.ts'

export const bridgeText = z.string().max(200).transform(toStorable)
export const bridgeName = bridgeText.nullish()

const oddMax = 100
const contentMax = 500

/**
 * Reads the rows of a list one by one. A row that cannot be parsed is set aside; the rest is read. Throws `unexpected`
 * if no row, or more than a hundred, cannot be parsed, because that is not such a list.
 */
export function readBridgeRows(rows: unknown[]): { transfers: IncomingTransfer[]; odd?: OddRow[] } {
  const transfers: IncomingTransfer[] = []
  const odd: OddRow[] = []
  let first: string | null = null
  for (const [place, row] of rows.entries()) {
    const parsed = Row.safeParse(row)
    if (parsed.success) {
      transfers.push(...asTransfer(parsed.data))
      continue
    }
    const issue = parsed.error.issues[0]!
    first ??= `"${['transactions', place, ...issue.path].join('.')}": ${issue.message}`
    odd.push(asOdd(row, `${issue.path.join('.') || 'row'}: ${issue.message}`))
  }
  if (first !== null && (odd.length === rows.length || odd.length > oddMax)) {
    throw new ConnectorError('unexpected', `the answer is not as agreed at ${first}`)
  }
  return odd.length === 0 ? { transfers } : { transfers, odd }
}

/** Returns whether a text cannot be mistaken for another: it has no invisible or look-alike characters. */
const isPlain = (text: string) =>
  !/[\p{C}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u.test(text) &&
  text === text.normalize('NFKC') &&
  text === text.trim()

const Reference = z.string().min(1).max(100).refine(isPlain, 'has characters that cannot be seen or told from others')

const Incoming = z
  .object({
    direction: z.literal('in'),
    reference: Reference,
    amount: z.number().positive(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('IDR'),
    time: z.iso
      .datetime({ offset: true })
      .refine(time => new Date(time).getTime() >= firstMs && new Date(time).getTime() < lastMs, 'cannot be'),
    payer: z.object({ name: bridgeName, app: bridgeName }).nullish(),
  })
  .refine(row => row.currency !== 'IDR' || Number.isSafeInteger(row.amount), {
    path: ['amount'],
    error: 'is not whole rupiah',
  })

const Row = z.discriminatedUnion('direction', [Incoming, z.object({ direction: z.literal('out') })])

// QRIS did not exist before the first moment, and this code will not be in use after the second.
const firstMs = Date.UTC(2000, 0)
const lastMs = Date.UTC(2100, 0)

function asTransfer(row: z.output<typeof Row>): IncomingTransfer[] {
  // No payment in rupiah waits for another currency.
  if (row.direction === 'out' || row.currency !== 'IDR') return []
  const { reference, amount, time, payer } = row
  return [
    { reference, amount, occurredAt: new Date(time), payerName: payer?.name || null, payerApp: payer?.app || null },
  ]
}

function asOdd(row: unknown, problem: string): OddRow {
  const text = JSON.stringify(row) ?? 'undefined'
  const { reference, amount } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>
  return {
    key: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    reference: Reference.safeParse(reference).data ?? null,
    amount: readAmount(amount),
    problem: toStorable(problem).slice(0, contentMax),
    content: toStorable(text.slice(0, contentMax)),
  }
}

// A negative amount is an outgoing payment. A fraction, or an amount in words, may be anything.
function readAmount(amount: unknown): number | null {
  const number = typeof amount === 'string' && /^-?\d{1,13}$/.test(amount) ? Number(amount) : amount
  if (typeof number !== 'number') return null
  if (number <= 0) return 0
  return Number.isSafeInteger(number) ? number : null
}
