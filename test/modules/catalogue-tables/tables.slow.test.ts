import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsvRow } from '../../../src/lib/csv-row.ts'
import type { CurrentCatalog } from '../../../src/modules/catalogue-tables/current-catalog.ts'
import { parseTable } from '../../../src/modules/catalogue-tables/parse-table.ts'
import { readCatalog } from '../../../src/modules/catalogue-tables/read-catalog.ts'
import { readCsv } from '../../../src/modules/catalogue-tables/read-csv.ts'
import { guardText } from '../../../src/modules/catalogue-tables/table-guard.ts'
import { workbook, zip } from './workbook.ts'

const nothing: CurrentCatalog = { categories: [], products: [], positions: {} }
const shop: CurrentCatalog = {
  categories: [{ key: 'minuman', name: 'Minuman', categories: [{ key: 'dingin', name: 'Dingin' }] }],
  products: [
    {
      key: 'kopi',
      name: 'Kopi susu',
      kind: 'physical',
      category: 'dingin',
      asks: ['note'],
      handovers: ['pickup'],
      variants: [
        { key: 'kecil', name: 'Kecil', price: 15_000, stock: { left: 20, was: 20 } },
        { key: 'besar', name: 'Besar', price: 20_000, stock: 'unlimited' },
      ],
    },
  ],
  positions: {
    'category minuman': 0,
    'category dingin': 1,
    'product kopi': 4,
    'variant kopi kecil': 0,
    'variant kopi besar': 1,
  },
}

const mistakesIn = (table: string | Buffer, current = nothing) =>
  parseTable(Buffer.from(table), current).mistakes.map(
    ({ line, column, error }) => `${line}${column ? ` ${column}` : ''}: ${error}`,
  )

test('two columns are sufficient for a catalogue, and everything else has its default', () => {
  const { mistakes, products } = parseTable(Buffer.from('Nama;Harga\nEs kopi susu;18.000\nRoti;"Rp 15.000"\n'), nothing)
  expect(mistakes).toEqual([])
  expect(products).toMatchObject([
    {
      key: 'es-kopi-susu',
      name: 'Es kopi susu',
      kind: 'physical',
      variants: [{ price: 18_000, stock: { mode: 'unlimited' } }],
    },
    { key: 'roti', asks: ['phone', 'address'], variants: [{ price: 15_000 }] },
  ])
})

test('an Excel file is read like the same table in CSV, but only its first sheet', () => {
  const rows = [
    ['nama', 'varian', 'harga', 'stok', 'kategori'],
    ['Teh <tarik> & "susu"', 'Kecil', 18_000, 25, 'Minuman > Hangat'],
    [null, 'Besar', 24_000.000000000004, 'tanpa batas', null],
  ]
  const csv = rows.map(cells => formatCsvRow(cells)).join('\r\n')
  const parsed = parseTable(workbook(rows), shop)
  expect(parsed.mistakes).toEqual([])
  expect(parsed).toEqual(parseTable(Buffer.from(csv.replace('24000.000000000004', '24000')), shop))
  expect(parsed).toMatchObject({
    categories: [
      { key: 'minuman', position: 0 },
      { key: 'hangat', parentKey: 'minuman', position: 2 },
    ],
    products: [
      { position: 5, variants: [{ stock: { mode: 'counter', count: 25 } }, { stock: { mode: 'unlimited' } }] },
    ],
  })
})

test('every mistake is reported at once, with its row and column', () => {
  const table = 'nama,harga,stok,warna,jenis\nKopi,gratis,banyak,merah,barang\n,1000,1,,\nTeh,0,-1,,sepeda\n'
  expect(mistakesIn(table)).toEqual([
    '1 D: warna is no column that is known',
    expect.stringMatching(/^2 C: stok is a number, unlimited/),
    '2 B: harga is a number',
    '3 A: nama is missing',
    expect.stringMatching(/^4 C: stok is a number, unlimited/),
    '4 E: jenis is one of physical, service, digital',
    '4 B: harga is at least 1',
  ])
  expect(mistakesIn('stok\n5\n')).toContain('1: the first row has no column nama or name')
  expect(mistakesIn('nama,harga\nRoti,1000\nroti,2000\n')).toEqual(['3 A: nama stands twice for the same product'])
  expect(mistakesIn('')).toEqual(['1: the table is empty'])
})

test('a dash is an empty stock cell, and an unknown word is explained', () => {
  const read = (stock: string) => mistakesIn(`nama,harga,stok\nKopi,1000,${stock}\n`)
  for (const stock of ['-', '–', '', 'habis', '5 pcs', 'tanpa batas']) expect(read(stock)).toEqual([])
  expect(read('banyak')).toEqual(['2 C: stok is a number, unlimited (tanpa batas), or sold out (habis)'])
})

test('columns and variants that a table does not name stay as they are', () => {
  const { mistakes, products } = parseTable(Buffer.from('name,variant,price\nkopi SUSU,besar,21000\n'), shop)
  expect(mistakes).toEqual([])
  expect(products).toMatchObject([
    {
      key: 'kopi',
      name: 'kopi SUSU',
      position: 4,
      asks: ['note'],
      handovers: ['pickup'],
      categoryKey: { key: 'dingin' },
      variants: [{ key: 'besar', price: 21_000, position: 1, stock: { mode: 'unlimited' } }],
    },
  ])
})

test('lists shared by many products are read with each of them', () => {
  const [one] = shop.products
  const products = Array.from({ length: 300 }, (_, nth) => ({ ...one!, key: `kopi-${nth}`, name: `Kopi ${nth}` }))
  const table = ['nama,varian,harga', ...products.map(({ name }) => `${name},Kecil,1000`)].join('\n')
  const parsed = parseTable(Buffer.from(table), { ...shop, products })
  expect(parsed).toMatchObject({ mistakes: [], products: { length: 300 } })
})

test('an empty cell keeps the value, a word clears it, and a category is found without its emoji', () => {
  const adorned = { ...shop, categories: [{ ...shop.categories[0]!, name: '☕ Minuman' }] }
  const read = (category: string) =>
    parseTable(Buffer.from(`nama,varian,harga,kategori\nKopi susu,Kecil,1000,${category}`), adorned)
  expect(read('').products[0]!.categoryKey).toMatchObject({ key: 'dingin' })
  expect(read('tidak ada').products[0]!.categoryKey).toBeNull()
  expect(read('minuman > DINGIN').products[0]!.categoryKey).toMatchObject({ key: 'dingin' })
  expect(read('Minuman')).toMatchObject({ products: [{ categoryKey: { key: 'minuman' } }], mistakes: [] })
})

test('a number without the export mark is the current stock', () => {
  const { products } = parseTable(Buffer.from('nama,varian,stok\nKopi susu,Kecil,25\n'), shop)
  expect(products[0]!.variants[0]!.stock).toMatchObject({ mode: 'counter', count: 25, was: 20, isNow: true })
})

test('older files are read too: Windows letters, UTF-16, tabs, and line breaks in a cell', () => {
  const latin = Buffer.from('nama;harga\nCaf\xe9;1000\n', 'latin1')
  const wide = Buffer.from('\uFEFFnama\tharga\nCafé\t1000\n', 'utf16le')
  for (const table of [latin, wide]) expect(parseTable(table, nothing).products[0]!.name).toBe('Café')
  const { products } = parseTable(Buffer.from('nama,keterangan,harga\nRoti,"panas,\n""enak""",1000\n'), nothing)
  expect(products[0]!.description).toBe('panas,\n"enak"')
})

test('a text that a spreadsheet might run is restored unchanged', () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom("'", '=', '-', ';', '\n', ' ', 'a', '"', ',') }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(cells, written => {
      const line = formatCsvRow(['x', ...written.map(guardText)])
      const [row] = readCsv(Buffer.from(`nama,harga\r\n${line}\r\n`)).slice(1)
      expect(row!.cells).toEqual(['x', ...written])
    }),
  )
})

test.each([
  [
    'a bomb',
    zip({ 'xl/workbook.xml': Buffer.alloc(40_000_000, 0x20) }),
    'the Excel file is too large once it is unpacked',
  ],
  ['cut off', workbook([['nama']]).subarray(0, 300), 'the Excel file is damaged or has a password'],
  ['not a workbook', zip({ 'a.txt': 'a' }), 'the Excel file has no sheet'],
  ['full of entities', workbook([], '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 'the Excel file is damaged'],
  ['extremely wide', workbook([], '<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'the table has more than 60 columns'],
  [
    'a small file whose header repeats one text of 20 MB',
    workbook([Array.from({ length: 50 }, () => 'x'.repeat(20_000_000))]),
    'a cell has more than 32767 characters',
  ],
  [
    'a small file that repeats one text in very many cells',
    workbook(Array.from({ length: 400 }, () => ['nama', 'y'.repeat(32_000)])),
    'the cells hold too much text: divide the table',
  ],
  ['a file with a cell of unlimited length', `nama\n${'z'.repeat(32_768)}`, 'a cell has more than 32767 characters'],
  ['a file with an endless cell', 'nama\n"Roti', 'a cell begins with " and never ends'],
  [
    'in the old Excel format',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'the Excel file is of the old kind or has a password: save it as .xlsx',
  ],
])('a file that is %s has that as its only mistake', (_name, table, error) => {
  expect(parseTable(Buffer.from(table), nothing).mistakes).toMatchObject([{ error }])
})

test('a table is read in a process with limits', async () => {
  const many = `nama,harga\n${Array.from({ length: 3_000 }, (_, nth) => `Produk ${nth},1000`).join('\n')}`
  const table = { table: Buffer.from(many), current: nothing }
  const limits = { withinMs: 20, heapMbMax: 256 }
  expect((await readCatalog(7, table, limits)).mistakes).toMatchObject([{ code: 'too_complex' }])
  const few = { table: Buffer.from('nama,harga\nRoti,1000\n'), current: nothing }
  expect(await readCatalog(7, few)).toMatchObject({ mistakes: [], products: [{ name: 'Roti' }] })
})

describe('tables exported by marketplaces and tills', () => {
  const read = (table: string | Buffer) => {
    const { mistakes, products } = parseTable(Buffer.from(table), nothing)
    expect(mistakes).toEqual([])
    return products.map(({ key, name, variants: [variant] }) => ({
      key,
      name,
      price: variant!.price,
      stock: variant!.stock,
    }))
  }
  const plain = [{ key: 'kp-001', name: 'Kopi', price: 18_000, stock: { mode: 'counter', count: 5 } }]

  test.each([
    ['upper-case SKU', 'Nama Produk;Harga;Stok;SKU\nKopi;18000;5;KP-001\n'],
    ['a SKU with spaces and slashes', 'Nama Produk;Harga;Stok;SKU\nKopi;18000;5;KP/ 001\n'],
    ['a code in the column kode', 'nama,harga,stok,kode\nKopi,18000,5,KP-001\n'],
    ['names of columns with units and stars', 'Nama Barang*;Harga (Rp)*;Jumlah Stok;Kode SKU\nKopi;18000;5;KP-001\n'],
    ['title rows', 'Laporan Produk, Toko Sari\n\nDicetak 1 Januari 2026\nNama;Harga;Stok;SKU\nKopi;18000;5;KP-001\n'],
    ['a line sep=', 'sep=;\nnama;harga;stok;sku\nKopi;18000;5;KP-001\n'],
    ['a line sep= before CRLF', 'sep=|\r\nnama|harga|stok|sku\r\nKopi|18000|5|KP-001\r\n'],
    ['bars', 'nama|harga|stok|sku\nKopi|18000|5|KP-001\n'],
    ['commas in a price beside semicolons', 'nama;harga;stok;sku\nKopi;18,000;5;KP-001\n'],
    ['UTF-16 without a mark', Buffer.from('nama\tharga\tstok\tsku\nKopi\t18000\t5\tKP-001\n', 'utf16le')],
    ['UTF-16 in the other byte order', Buffer.from('nama;harga;stok;sku\nKopi;18000;5;KP-001\n', 'utf16le').swap16()],
    ['a line break in a cell', 'nama,harga,stok,sku\n"Kopi\r\n",18000,5,"KP\r\n001"\n'],
    ['a code kept as text', 'nama,harga,stok,sku\nKopi,18000,5 pcs,="KP-001"\n'],
  ])('a marketplace table with %s is read', (_what, table) => {
    expect(read(table)).toMatchObject(plain)
  })

  test.each([
    'Rp 18.000,-',
    'Rp18.000,00',
    'Rp. 18.000.-',
    'IDR 18,000',
    '18rb',
    '18 ribu',
    '18k',
    '0,018jt',
    "18'000",
    '18’000',
    '18\u00a0000',
  ])('the price %s is read', price => {
    expect(read(`nama\tharga\nKopi\t${price}\n`)).toMatchObject([{ price: 18_000 }])
  })

  test.each(['18.000,50', '1,8E+04', 'Rp -', '18rb5', '1,2345rb'])('the price %s is never guessed', price => {
    expect(mistakesIn(`nama\tharga\nKopi\t${price}\n`)).toEqual(['2 B: harga is a number'])
  })

  test('stock given in words or pieces is read', () => {
    const stockOf = (stock: string) => read(`nama;harga;stok\nKopi;18000;${stock}\n`)[0]!.stock
    expect(stockOf('habis')).toMatchObject({ count: 0 })
    expect(stockOf('12 pcs')).toMatchObject({ count: 12 })
  })

  test('a barcode that a spreadsheet kept as text is read', () => {
    const barcodeOf = (barcode: string) =>
      parseTable(Buffer.from(`nama;harga;barcode\nKopi;18000;${barcode}\n`), nothing).products[0]!.variants[0]!.barcode
    for (const barcode of ["'8991234567890", '="8991234567890"', '"=""8991234567890"""']) {
      expect(barcodeOf(barcode)).toBe('8991234567890')
    }
  })

  test('names that look the same are one product', () => {
    const twins = 'nama,varian,harga\nCafé,Kecil,1000\nCafe\u0301,Besar,2000\nCaf\u200bé,Jumbo,3000\n'
    expect(parseTable(Buffer.from(twins), nothing).products).toMatchObject([{ variants: [{}, {}, {}] }])
  })

  test('two codes that differ only in their notation are a mistake, never one product', () => {
    expect(mistakesIn('nama,harga,sku\nKopi,1000,KP-1\nTeh,2000,KP 1\n')).toContain(
      '3 A: nama stands twice for the same product',
    )
  })
})
