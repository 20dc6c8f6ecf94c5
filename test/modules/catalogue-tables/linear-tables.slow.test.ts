import { test } from 'vitest'
import { expectLinear } from '../../kit/expect-linear.ts'

// Imported after `countWork`, which only counts code that is compiled later.
const { parseTable } = await import('../../../src/modules/catalogue-tables/parse-table.ts')

const nothing = { categories: [], products: [], positions: {} }
const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')
/** Returns a letter without a Latin equivalent, so that every name has the stem "item". */
const strange = (index: number) => String.fromCodePoint(0x4e00 + index)
const table = (text: string) => parseTable(Buffer.from(text), nothing)

/** Long enough that quadratic work exceeds the fixed cost of a parse. */
const length = 120

const tables: [string, (count: number) => unknown][] = [
  [
    'a table of products whose keys share a stem',
    count => table(`nama,harga\n${many(count, at => `${strange(at)},1000\n`)}`),
  ],
  [
    'a table of variants of one product',
    count => table(`nama,varian,harga\n${many(count, at => `Kopi,${strange(at)},1000\n`)}`),
  ],
  ['a table that repeats one product', count => table(`nama,harga\n${many(count, () => 'Kopi,1000\n')}`)],
  [
    'a table of variants with keys',
    count => table(`nama,kode varian,harga\n${many(count, at => `Kopi,v${at},1000\n`)}`),
  ],
  [
    'a table of categories',
    count => table(`nama,harga,kategori\n${many(count, at => `Kopi ${at},1000,${strange(at)}\n`)}`),
  ],
  [
    'a table of categories below one',
    count => table(`nama,harga,kategori\n${many(count, at => `Kopi ${at},1000,Menu > ${strange(at)}\n`)}`),
  ],
  [
    'a table of products that claim taken keys',
    count => table(`nama,kode,harga\n${many(count, at => `K,k-${at + 2},1000\nK ${strange(at)},,1000\n`)}`),
  ],
  [
    'a table of unknown columns',
    count => table(`nama,${many(Math.min(50, count), at => `x${at},`)}\n${many(count, () => 'a,b,c\n')}`),
  ],
]

test.each(tables)('reading %s takes twice as long for twice the length', (_name, parse) => {
  expectLinear(parse, length)
})
