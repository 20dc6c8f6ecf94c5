import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Standing } from '../src/keys/standing.ts'
import { countWork } from './kit/count-work.ts'
import { expectLinear } from './kit/expect-linear.ts'

// Imported after `countWork`, which only counts code that is compiled later.
const { readBillSheet } = await import('../src/modules/bills/read-bill-sheet.ts')
const { parseCatalog } = await import('../src/catalog/import/parse-catalog.ts')
const { parseFields } = await import('../src/http/read-fields.ts')
const { Refusal } = await import('../src/lib/refusal.ts')

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

/** Returns the mistakes in a sheet of bills. */
function mistakesIn(text: string): unknown {
  try {
    return readBillSheet({ edition: { methods: [] } } as never, {} as Standing, {
      title: 'Kas',
      text,
      takesParts: false,
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Long enough that quadratic work exceeds the fixed cost of a parse. */
const length = 120
/** A field takes few steps, and copying it only shows in the bytes. */
const repeats = 16

const parsers: [string, (count: number) => unknown][] = [
  ['a form that repeats one name', count => parseFields(many(count * repeats, () => 'a=b&'))],
  ['a form of distinct names', count => parseFields(many(count, at => `a${at}=b&`))],
  [
    'a catalogue of products',
    count =>
      parseCatalog(
        `products:\n${many(count, at => `  - {key: p${at}, name: P, kind: physical, price: 1000, stock: 1}\n`)}`,
      ),
  ],
  ['a catalogue of unknown names', count => parseCatalog(many(count, at => `n${at}: 1\n`))],
  [
    'a product of unknown names and many variants',
    count =>
      parseCatalog(
        `products:\n  - key: a\n${many(count, at => `    n${at}: 1\n`)}    variants:\n${many(Math.min(100, count / 4), at => `      - {key: v${at}, price: 1000, stock: 1}\n`)}`,
      ),
  ],
  [
    'a catalogue of categories',
    count => parseCatalog(`categories:\n${many(count, at => `  - {key: c${at}, name: C}\n`)}`),
  ],
  [
    'a catalogue full of mistakes',
    count => parseCatalog(`products:\n${many(count, () => '  - {key: "", name: "", price: x}\n')}`),
  ],
  ['a sheet of invalid bills', count => mistakesIn(many(count, at => `Nama ${at},,banyak,\n`))],
]

test.each(parsers)('reading %s takes twice as long for twice the length', (_name, parse) => {
  expectLinear(parse, length)
})

test('work takes the same number of steps after V8 collects garbage, as a busy machine may do at any time', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const [, parse] = parsers.find(([name]) => name === 'a catalogue of products')!
  const steps = [1, 2, 3].map(() => {
    // V8 drops code that has not run lately after a few collections.
    for (let time = 0; time < 8; time++) collectGarbage()
    return countWork(() => parse(length)).steps
  })
  expect(new Set(steps).size).toBe(1)
})
