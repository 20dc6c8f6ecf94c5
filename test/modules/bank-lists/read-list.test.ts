import { describe, expect, test } from 'vitest'
import { UnreadableListError } from '../../../src/modules/bank-lists/bank-list.ts'
import { findColumn } from '../../../src/modules/bank-lists/list-columns.ts'
import { readList } from '../../../src/modules/bank-lists/read-list.ts'
import { readListDate } from '../../../src/modules/bank-lists/read-list-date.ts'
import { readMoney } from '../../../src/modules/bank-lists/read-money.ts'
import { readSheet } from '../../../src/modules/catalogue-tables/parse-table.ts'

const today = '2026-11-27'
const read = (text: string) =>
  readList(
    readSheet(Buffer.from(text), cell => findColumn(cell) !== null),
    { today },
  )

/** Layouts quoted from public programs that read them, with names and numbers replaced. */
const lists = {
  // The columns are quoted in github.com/ThePrime-Sushimas/suryamas (BCA Personal) and other readers of KlikBCA.
  klikbca: `Informasi Rekening - Mutasi Rekening
No. rekening : 7120001234
Nama : TOKO MELATI
Periode : 25/09/2026 - 05/10/2026
Kode Mata Uang : Rp

Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo
'25/09,'TRSF E-BANKING DB 2509/FTSCY/WS95051     150000.00 RINA HAPSARI,'0000,150000.00,DB,850000.00
'01/10,'TRSF E-BANKING CR 0110/FTSCY/WS95221     75013.00 BAYU SAPUTRA,'0000,75013.00,CR,925013.00
'PEND,'TRSF E-BANKING CR 0510/FTSCY/WS95301     25021.00 DEWI LESTARI,'0000,25021.00,CR,950034.00
Saldo Awal,1000000.00
Mutasi Kredit,75013.00,1
Mutasi Debet,150000.00,1
Saldo Akhir,925013.00`,
  // Lists of this bank since 2026: the direction follows the amount in the same cell.
  mybca: `No. rekening : 7120001234
Periode : 01/10/2026 - 31/10/2026
Saldo Awal : 850,000.00
Tanggal Transaksi,Keterangan,Cabang,Jumlah,Saldo
"01/10","TRSF E-BANKING CR 0110/FTSCY/WS95221 75013.00 BAYU SAPUTRA","0032","75,013.00 CR","925,013.00"
"02/10","BIAYA ADM","0032","10,000.00 DB","915,013.00"
Saldo Akhir : 915,013.00`,
  mandiri: `AccountNo;Ccy;PostDate;Remarks;AdditionalDesc;Credit Amount;Debit Amount;Close Balance
1060000123456;IDR;01 October 2026 11:27:10;Transfer masuk;DARI BAYU SAPUTRA;75013.00;0.00;925013.00
1060000123456;IDR;02 October 2026 10:16:54;Biaya admin;;0.00;10000.00;915013.00`,
  mandiriByComma: `Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit
1060000123456,01/10/26,01/10/26,7820,"MCM InhouseTrf DARI BAYU SAPUTRA","71831136319","W1ST00021",".00","75,013.00"`,
  bni: `Post Date,Value Date,Branch,Journal No.,Description,Debit,Credit,
01/10/26 10.27.10,01/10/26,001,ABC001,TRANSFER DARI BAYU SAPUTRA,,75013.00,
02/10/26 12.30.00,02/10/26,001,ABC002,TARIK TUNAI,125000.00,,`,
  bri: `ID,NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI
1,012301000123509,2026-10-01 00:00:00,2026-10-01,112710,BFST BAYU SAPUTRA,850000.00,0.00,75013.00,925013.00
2,012301000123509,2026-10-02 00:00:00,2026-10-02,3153,ADM,925013.00,10000.00,0.00,915013.00`,
}

describe('a list of', () => {
  test.each([
    ['klikbca', { day: '2026-10-01', time: null }, true, '7120001234'],
    ['mybca', { day: '2026-10-01', time: null }, true, '7120001234'],
    ['mandiri', { day: '2026-10-01', time: '11:27:10' }, true, '1060000123456'],
    ['mandiriByComma', { day: '2026-10-01', time: null }, false, '1060000123456'],
    ['bni', { day: '2026-10-01', time: '10:27:10' }, false, null],
    ['bri', { day: '2026-10-01', time: '11:27:10' }, true, '012301000123509'],
  ] as const)(
    'a list of %s is read: the day, the time if it has one, the amount, and the balances',
    (name, when, hasBalances, accountNumber) => {
      const list = read(lists[name])
      expect(list.lines).toMatchObject([{ ...when, amount: 75_013, text: expect.stringContaining('BAYU SAPUTRA') }])
      expect(list).toMatchObject({
        outgoing: 1 - Number(name === 'mandiriByComma'),
        hasBalances,
        broken: [],
        accountNumber,
      })
      expect(list.odd).toEqual([])
    },
  )

  test('a line with characters that no database stores is read without them', () => {
    const { lines } = read(lists.mybca.replace('BAYU SAPUTRA', 'BA\0YU \ud800\u202eSAPUTRA'))
    expect(lines).toMatchObject([{ text: 'TRSF E-BANKING CR 0110/FTSCY/WS95221 75013.00 BAYU \ufffdSAPUTRA' }])
  })

  test('a list of KlikBCA keeps lines that are not booked yet apart', () => {
    expect(read(lists.klikbca)).toMatchObject({ pending: 1, period: { first: '2026-09-25', last: '2026-10-05' } })
  })
})

describe('a list with edited amounts', () => {
  test.each(['klikbca', 'mybca', 'bri'] as const)('an edited list of %s names the line', name => {
    const edited = lists[name].replaceAll(/75[,]?013\.00(?=["; ,]| CR)/g, found => found.replace('75', '95'))
    expect(edited).not.toBe(lists[name])
    expect(read(edited).broken).toHaveLength(1)
  })

  test('an edited list of mandiri, which has no opening balance, names the next line', () => {
    expect(read(lists.mandiri.replace('0.00;10000.00', '0.00;9000.00')).broken).toEqual([3])
  })

  test('a list that starts with the newest line is not reported as edited', () => {
    const [head, ...rows] = lists.mandiri.split('\n')
    expect(read([head, ...rows.toReversed()].join('\n')).broken).toEqual([])
  })
})

describe('a list of another bank', () => {
  test.each([
    // The headings of CIMB Niaga, Permata and Jenius, each with its own words for the columns.
    ['Tanggal Transaksi;Deskripsi;Debet;Kredit;Saldo Akhir\n01/10/2026;TRF BAYU;;75.013,00;925.013,00', 75_013],
    ['Post Date,Description,Debit,Credit,Balance\n01-Oct-2026,TRF BAYU,,"75,013.00","925,013.00"', 75_013],
    ['Tanggal,Nama,Jumlah,Tipe\n2026-10-01 10:00:00,BAYU,75013,Kredit', 75_013],
    ['Tanggal;Keterangan;Nominal\n01/10/2026;BAYU;+75.013\n02/10/2026;TARIK;-50.000', 75_013],
  ])('a list of another bank is read by the names of its columns (%#)', (text, amount) => {
    expect(read(text).lines).toMatchObject([{ day: '2026-10-01', amount }])
  })

  test.each(['Wann,Wer,Betrag\n01/10/2026,BAYU,75013', 'Tanggal,Keterangan\n01/10/2026,BAYU', 'a,b,c\n1,2,3'])(
    'a list of another bank asks for its columns if none is known (%#)',
    text => {
      expect(() => read(text)).toThrow(expect.objectContaining({ reason: 'no_columns' }))
    },
  )
})

describe('tables that are not bank lists', () => {
  test.each([
    ['a table of goods', 'nama;varian;harga\nKopi;Besar;18.000', 'no_columns'],
    ['headings without lines', 'Tanggal,Keterangan,Kredit,Debet,Saldo', 'no_lines'],
    ['more than a year', 'Tanggal,Keterangan,Kredit\n01/10/2020,A,1000\n02/10/2026,B,1000', 'too_complex'],
    [
      'dates with the month first',
      'Date,Description,Credit,Debit\n07/13/2026,A,1000,0\n07/05/2026,B,1000,0',
      'month_first',
    ],
  ])('%s is refused as a bank list', (_, text, reason) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ reason }))
    expect(() => read(text)).toThrow(UnreadableListError)
  })

  test('unreadable lines of a bank list are named', () => {
    const list = read('Tanggal,Keterangan,Kredit,Debet\n01/10/2026,A,1000,0\n45/10/2026,B,1000,0\n02/10/2026,C,USD 5,')
    expect(list.odd).toEqual([
      { line: 3, problem: 'no_date' },
      { line: 4, problem: 'no_amount' },
    ])
  })
})

test.each([
  ['1,250,000.00', 125_000_000],
  ['1.250.000,00', 125_000_000],
  ['Rp 100.000', 10_000_000],
  ['Rp100,000.00', 10_000_000],
  ['.00', 0],
  ['12500000', 1_250_000_000],
  ['-50000', -5_000_000],
  ['(1.500,00)', -150_000],
  ['50.000,-', 5_000_000],
  ['Rp 50.000,-', 5_000_000],
  ['-Rp 50.000', -5_000_000],
  ['Rp -50.000', -5_000_000],
  ['\u221250.000,00', -5_000_000],
  ['50.000,00-', -5_000_000],
  ['75013', 7_501_300],
  ['75013,5', 7_501_350],
  ['1.250', 125_000],
  ['--5', null],
  ['5-5', null],
  ['5.000.00', null],
  ['1.2500', null],
  ['USD 12', null],
  ['', null],
])('the amount %s is %s hundredths of a rupiah', (text, cents) => {
  expect(readMoney(text)?.cents ?? null).toBe(cents)
})

test.each([
  ["'02/01", '2026-01-02'],
  ['30/12', '2025-12-30'],
  ['02/01/26', '2026-01-02'],
  ['16 Maret 2026 09:34:53', '2026-03-16'],
  ['02-Jan-2026', '2026-01-02'],
  ['2026-02-30', null],
  ['31/11/2026', null],
  ['PEND', null],
])('the date %s is %s', (text, day) => {
  expect(readListDate(text, { first: '2025-11-27', last: today })?.day ?? null).toBe(day)
})
