import { z } from 'zod'
import { ConnectorError } from '../connector.ts'
import type { HistoryPage } from '../history.ts'
import { callXendit, makeFailure, type XenditCall } from './call.ts'

const pageRows = 50

const Row = z.object({
  id: z.string().min(1).max(100),
  type: z.string(),
  status: z.string(),
  channel_code: z.string().nullish(),
  currency: z.string().nullish(),
  reference_id: z.string().max(255).nullish(),
  amount: z.number(),
  created: z.iso.datetime({ offset: true }).transform(text => new Date(text)),
})

// One malformed row must not hide the others, and its id still leads to the next page.
const Page = z.object({
  has_more: z.boolean(),
  data: z.array(z.union([Row, z.object({ id: Row.shape.id }), z.null().catch(null)])),
})

/** Returns one page of a period's transactions, which `GET /transactions` lists starting after an id. */
export async function readHistory(
  call: XenditCall,
  { from, to, cursor }: { from: Date; to: Date; cursor: string | null },
): Promise<HistoryPage> {
  const query = new URLSearchParams({
    types: 'PAYMENT',
    statuses: 'SUCCESS',
    channel_categories: 'QR_CODE',
    'created[gte]': from.toISOString(),
    'created[lte]': to.toISOString(),
    limit: String(pageRows),
    ...(cursor === null ? {} : { after_id: cursor }),
  })
  const answer = await callXendit(call, { path: `/transactions?${query}` })
  if (answer.error) throw makeFailure(call.credentials, answer, 'Transaction: Read')
  const page = Page.safeParse(answer.body)
  if (!page.success) throw new ConnectorError('unexpected', 'the list of transactions is not as agreed')
  const { data, has_more } = page.data
  const cursorOfNext = data.at(-1)?.id
  if (has_more && cursorOfNext === undefined) throw new ConnectorError('unexpected', 'the list names no next page')
  return {
    rows: data.flatMap(row => (row && 'created' in row ? toHistoryRow(row) : [])),
    cursor: has_more ? cursorOfNext! : null,
  }
}

function toHistoryRow({
  type,
  status,
  currency,
  reference_id,
  amount,
  created,
}: z.output<typeof Row>): HistoryPage['rows'] {
  if (type !== 'PAYMENT' || (currency ?? 'IDR') !== 'IDR' || !Number.isInteger(amount)) return []
  const isPaid = status === 'SUCCESS'
  return [{ chargeReference: reference_id ?? null, providerInvoiceId: null, amount, occurredAt: created, isPaid }]
}
