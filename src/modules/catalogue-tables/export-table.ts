import { randomUUID } from 'node:crypto'
import type { StockMode } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { formatCsvRow } from '../../lib/csv-row.ts'
import type { Needs } from '../../needs.ts'
import type { CurrentCatalog, CurrentProduct, CurrentVariant } from './current-catalog.ts'
import { readCurrentCatalog } from './read-current-catalog.ts'
import { mapColumns, type TableColumn, type TableWords, tableColumns, tableWords } from './table-columns.ts'
import { guardText } from './table-guard.ts'

/**
 * Writes an account's products as a CSV table, one row per variant, in one language and with the stock of one mode.
 * Imported unchanged it changes nothing; because of its last column an edited quantity changes the stock by the
 * difference, once. Options, rules and coupons are not included and stay unchanged.
 */
export async function exportTable(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  language: 'id' | 'en',
): Promise<string> {
  const words = tableWords[language]
  const current = await app.slowly(reads => readCurrentCatalog(reads.em(scope)), scope)
  const head = [...tableColumns.map(column => words.columns[column]), `${words.exported} ${randomUUID()}`]
  const paths = categoryPaths(current)
  const rows = current.products.flatMap(product =>
    product.variants.map(variant => {
      const cells = makeCells(words, product, variant, paths)
      return [...tableColumns.map(column => cells[column]), countLeft(variant) ?? '']
    }),
  )
  // The byte order mark lets Excel read it as UTF-8.
  return `\uFEFF${[head, ...rows].map(cells => `${formatCsvRow(cells)}\r\n`).join('')}`
}

/**
 * Returns the path of each category by key, such as `Minuman > Kopi dingin`; the key itself if another category has the
 * same path.
 */
function categoryPaths({ categories }: CurrentCatalog): Map<string, string> {
  const named = categories.flatMap(({ key, name, categories: below = [] }) => [
    [key, name] as const,
    ...below.map(child => [child.key, `${name} > ${child.name}`] as const),
  ])
  const isPlain = (path: string) => named.filter(([, other]) => other === path).length === 1 && !/>.*>/.test(path)
  return new Map(named.map(([key, path]) => [key, isPlain(path) ? path : key]))
}

function makeCells(
  words: TableWords,
  product: CurrentProduct,
  variant: CurrentVariant,
  paths: Map<string, string>,
): Record<TableColumn, string | number> {
  const list = (values: string[], named: Record<string, string>) =>
    values.length === 0 ? words.none : values.map(value => named[value]).join(', ')
  return {
    name: guardText(product.name),
    variant: guardText(variant.name ?? ''),
    price: variant.price,
    stock: writeStock(words, variant),
    category: product.category ? guardText(paths.get(product.category)!) : '',
    kind: words.kinds[product.kind as keyof TableWords['kinds']],
    ...mapColumns(({ name }) => makeCell({ ...product, ...variant }[name])),
    active: product.active === false ? words.no : words.yes,
    variantActive: variant.active === false ? words.no : words.yes,
    picture: product.picture ?? '',
    asks: list(product.asks, words.asks),
    handovers: list(product.handovers, words.handovers),
    key: product.key,
    variantKey: variant.key,
  }
}

function makeCell(value: string | number = ''): string | number {
  return typeof value === 'string' ? guardText(value) : value
}

function writeStock({ unlimited, stocks }: TableWords, variant: CurrentVariant): string | number {
  const left = countLeft(variant)
  if (left !== null) return left
  if (variant.stock === 'unlimited') return unlimited
  const kind = variant.stock as Record<string, unknown>
  const modes = { serials: 'serial', file: 'file', content: 'content', webhook: 'webhook' } satisfies Record<
    string,
    StockMode
  >
  return stocks[modes[Object.keys(modes).find(name => name in kind) as keyof typeof modes]]
}

function countLeft({ stock }: CurrentVariant): number | null {
  return typeof stock === 'object' && stock !== null && 'left' in stock ? (stock.left as number) : null
}
