import { z } from 'zod'
import { askJson, storable, withoutSecret } from './ask.ts'
import { type Connector, ConnectorError } from './connector.ts'

const Credentials = z.object({
  base_url: z.url({ protocol: /^https?$/ }).max(2048),
  token: z.string().trim().min(1).max(500),
  account: z.string().trim().min(3).max(50),
})

/** An e-wallet read through a bridge that lists its transactions: the contract is docs/connectors/wallet.md. */
export const wallet: Connector<z.output<typeof Credentials>> = {
  id: 'wallet',
  matches: 'amount',
  // What the contract promises, so a bridge that keeps it needs no settings of its own.
  window: {
    chargeLifeS: Number.POSITIVE_INFINITY,
    graceS: 60,
    lateS: 0,
    lagS: 60,
    skewS: 5,
    resolutionS: 1,
    intervalS: 5,
    requestsPerS: 2,
  },
  credentials: Credentials,
  receivingAccount: credentials => credentials.account,

  async transfers({ credentials, outbound }, { since, cursor }) {
    const url = new URL(`${credentials.base_url.replace(/\/+$/, '')}/transactions`)
    url.searchParams.set('since', since.toISOString())
    if (cursor !== null) url.searchParams.set('cursor', cursor)
    const page = await askJson(outbound, {
      url,
      headers: { authorization: `Bearer ${credentials.token}` },
      timeoutMs: 15_000,
      bytesMax: 1_048_576,
      answer: Page,
    })
    if (cursor !== null && page.next_cursor === cursor) {
      throw new ConnectorError('unexpected', 'the list goes round in circles: next_cursor is the cursor that was sent')
    }
    return { transfers: page.transactions.flatMap(asTransfer), cursor: page.next_cursor }
  },

  scrub: (credentials, text) => withoutSecret(text, credentials.token),
}

const Name = z.string().max(200).transform(storable).nullish()

const Incoming = z.object({
  direction: z.literal('in'),
  reference: z.string().min(1).max(100).transform(storable),
  amount: z.int().positive(),
  time: z.iso.datetime({ offset: true }),
  payer: z.object({ name: Name, app: Name }).nullish(),
})

const Outgoing = z.object({ direction: z.literal('out') })

const Page = z.object({
  transactions: z.array(z.discriminatedUnion('direction', [Incoming, Outgoing])).max(1000),
  next_cursor: z.string().min(1).max(500).nullable(),
})

function asTransfer(row: z.output<typeof Incoming> | z.output<typeof Outgoing>) {
  if (row.direction === 'out') return []
  const { reference, amount, time, payer } = row
  return [
    { reference, amount, occurredAt: new Date(time), payerName: payer?.name || null, payerApp: payer?.app || null },
  ]
}
