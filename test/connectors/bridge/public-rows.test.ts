import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

interface PublicRow {
  /** The public client that documents the row; names and numbers are replaced. */
  source: string
  row: unknown
  /** The row under the contract's names, with every value as the client returns it. */
  renamed: Record<string, unknown>
  /** The amount of the payments that stay open while the renamed row is set aside: null keeps all, 0 keeps none. */
  keeps: number | null
  /** The row as docs/connectors requires a bridge to report it; null if it is to be left out. */
  reported: Record<string, unknown> | null
}

const asReported = { amount: 10_017, time: '2026-08-17T10:00:05+07:00', direction: 'in' }

const rows: PublicRow[] = [
  {
    source: 'github.com/scz10/klikbca-scraper readme.md (bank): a day, words and an amount as text',
    row: ['18/10', 'SWITCHING CR      ', 'TRANSFER   DR 013 ', 'SITI CONTOH', '0998', '10,017.00', 'CR'],
    renamed: { amount: '10,017.00', time: '18/10', direction: 'in', payer: { name: 'SITI CONTOH', app: null } },
    keeps: null,
    reported: { ...asReported, reference: 'SWITCHING CR/DR 013/SITI CONTOH/10017/510017' },
  },
  {
    source: 'github.com/scz10/klikbca-scraper readme.md (bank): the admin fee',
    row: ['18/10', 'BIAYA ADM         ', '0000', '10,017.00', 'DB'],
    renamed: { amount: '10,017.00', time: '18/10', direction: 'DB' },
    keeps: null,
    reported: { amount: '10,017.00', time: '18/10', direction: 'out' },
  },
  {
    source: 'metacpan.org/dist/Finance-Bank-ID-BCA lib/Finance/Bank/ID/BCA.pm (bank): outgoing below zero',
    row: { date: '2026-08-17T00:00:00', description: 'TRSF E-BANKING DB', branch: '0000', amount: -10_017, balance: 1 },
    renamed: { reference: 'R-1', amount: -10_017, time: '2026-08-17T10:00:05+07:00', direction: 'in' },
    keeps: 0,
    reported: { amount: -10_017, direction: 'out' },
  },
  {
    source: 'metacpan.org/dist/Finance-Bank-ID-BCA lib/Finance/Bank/ID/BCA.pm (bank): PEND instead of a day',
    row: { date: 'PEND', desc: 'TRSF E-BANKING CR', br: '0000', amt: '10,017', amtf: '00', crdb: 'CR', bal: '510,017' },
    renamed: { amount: '10,017', time: 'PEND', direction: 'in' },
    keeps: null,
    reported: null,
  },
  {
    source: 'github.com/RafanSTR/api-orkut README.md (merchant-wallet): a time without an offset',
    row: { date: '2026-08-17 10:00:05', amount: 10_017, type: 'CR', brand_name: 'ShopeePay', issuer_reff: 'id123456' },
    renamed: { reference: 'id123456', amount: 10_017, time: '2026-08-17 10:00:05', direction: 'in', payer: null },
    keeps: 10_017,
    reported: { ...asReported, reference: 'id123456' },
  },
  {
    source: 'github.com/AutoFTbot/OrderKuota-go qris/payment_checker.go (merchant-wallet): an amount as text',
    row: { date: '2026-08-17T10:00:05+07:00', amount: '10017', type: 'CR', qris: 'static', issuer_reff: 'id123457' },
    renamed: { reference: 'id123457', amount: '10017', time: '2026-08-17T10:00:05+07:00', direction: 'in' },
    keeps: 10_017,
    reported: { ...asReported, reference: 'id123457' },
  },
  {
    source: 'github.com/xjawwv/mutasiyuk-docs README.md (merchant-wallet): an id as number, and minutes only',
    row: { tx_id: 167_129_835, nominal: 10_017, keterangan: 'NOBU / GOPAY', tanggal: '17/08/2026 10:00' },
    renamed: { reference: 167_129_835, amount: 10_017, time: '17/08/2026 10:00', direction: 'in', payer: null },
    keeps: 10_017,
    reported: { ...asReported, reference: '167129835', time: '2026-08-17T10:00:00+07:00' },
  },
  {
    source: 'github.com/hizrianfh/qris-mutasi readme.md (merchant-wallet): a nominal with its dots',
    row: { id: 21_374_519, tanggal: '2026-08-17 10:00:05', nominal: '10.017', status: 'Success Paid', rrn: '1e9b8z' },
    renamed: { reference: '21374519', amount: '10.017', time: '2026-08-17 10:00:05', direction: 'in' },
    keeps: null,
    reported: { ...asReported, reference: '21374519' },
  },
  {
    source: 'github.com/restugbk/qris-interactive README.md (merchant-wallet): Success, Pending and Expired',
    row: { transaction_id: 9_001, date: '17/08/2026 10:00', amount_display: 'Rp 10.017', status: 'Pending' },
    renamed: { reference: 9_001, amount: 'Rp 10.017', time: '17/08/2026 10:00', direction: 'Pending' },
    keeps: null,
    reported: null,
  },
  {
    source: 'github.com/azmi2409/gopay-merchant-qris-gateway types/gopay.ts (merchant-wallet): sen, and a refund',
    row: {
      id: 'WTRX-1',
      gross_amount: 1_001_700,
      transaction_status: 'REFUND',
      transaction_time: '2026-08-17T03:00:05Z',
    },
    renamed: { reference: 'WTRX-1', amount: 1_001_700, time: '2026-08-17T03:00:05Z', direction: 'REFUND' },
    keeps: 1_001_700,
    reported: { reference: 'WTRX-1', amount: 10_017, time: '2026-08-17T03:00:05Z', direction: 'out' },
  },
  {
    source: 'github.com/dimaslanjaka/universal-framework app/views/deposit/ovo (wallet): no reference',
    row: { transaction_amount: 10_017 },
    renamed: { amount: 10_017, time: '2026-08-17T10:00:05+07:00', direction: 'in' },
    keeps: 10_017,
    reported: { ...asReported, reference: 'OVO-1' },
  },
]

const list = (...transactions: unknown[]) => {
  provider.answer({ transactions, next_cursor: null })
  const credentials = wallet.credentials.parse({
    base_url: `${provider.url}/bridge`,
    token: 'k3y',
    session: 's3ssion',
    account: '081234567890',
  })
  return wallet.transfers!({ credentials, outbound: provider.outbound }, { since: new Date(0), cursor: null })
}

const other = { reference: 'OK-1', amount: 30_001, time: '2026-08-17T10:00:09Z', direction: 'in', payer: null }

describe.each(rows)('a row of $source', ({ row, renamed, keeps, reported }) => {
  test('an unchanged public row is set aside and pays nothing, and the rest of the list continues', async () => {
    const { transfers, odd } = await list(other, renamed)
    expect(transfers.map(({ reference }) => reference)).toEqual(['OK-1'])
    expect(odd).toMatchObject([{ amount: keeps }])
    const withoutNames = await list(other, row)
    expect(withoutNames.transfers).toHaveLength(1)
    expect(withoutNames.odd).toHaveLength(1)
  })

  test('an invalid row alone on its page fails the read, so that no payment expires by mistake', async () => {
    await expect(list(renamed)).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test('a public row in the form of the contract counts if the money came in, and is skipped otherwise', async () => {
    const { transfers, odd } = await list(other, ...(reported ? [reported] : []))
    const counts = reported?.direction === 'in'
    expect(transfers.slice(1)).toMatchObject(counts ? [{ reference: reported!.reference, amount: 10_017 }] : [])
    expect(odd).toBeUndefined()
  })
})

// The contract has neither states nor sen: authors of bridges must know both, and docs/connectors explains them.
test('a pending row reported as received counts as money, and sen count as rupiah', async () => {
  const pending = { ...asReported, reference: 'P-1', status: 'Pending' }
  const { transfers } = await list(pending, { ...asReported, reference: 'S-1', amount: 1_001_700 })
  expect(transfers.map(({ amount }) => amount)).toEqual([10_017, 1_001_700])
})
