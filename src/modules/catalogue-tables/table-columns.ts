import type { Handover } from '../../catalog/delivery-zones.ts'
import type { StockMode } from '../../catalog/product.ts'
import { type ProductField, productFields } from '../../catalog/product-fields.ts'
import type { ProductKind, RequiredDetail } from '../../catalog/product-kinds.ts'
import { type VariantField, variantFields } from '../../catalog/variant-fields.ts'

type DescribedColumn = ProductField | VariantField
const describedColumns: readonly DescribedColumn[] = [...productFields, ...variantFields]

/** The columns of a table of products (docs/catalog.md), in the order of an export. */
export const tableColumns: readonly TableColumn[] = [
  'name',
  'variant',
  'price',
  'stock',
  'category',
  'kind',
  ...describedColumns.map(({ name }) => name),
  'active',
  'variantActive',
  'picture',
  'asks',
  'handovers',
  'key',
  'variantKey',
]
export type TableColumn =
  | 'name'
  | 'variant'
  | 'price'
  | 'stock'
  | 'category'
  | 'kind'
  | DescribedColumn['name']
  | 'active'
  | 'variantActive'
  | 'picture'
  | 'asks'
  | 'handovers'
  | 'key'
  | 'variantKey'

/** Returns a value for the column of each described field. */
export function mapColumns<Value>(pick: (field: DescribedColumn) => Value): Record<DescribedColumn['name'], Value> {
  const named = describedColumns.map(field => [field.name, pick(field)])
  return Object.fromEntries(named) as Record<DescribedColumn['name'], Value>
}

/** The names of a table's columns and of their values, in one language. */
export interface TableWords {
  columns: Record<TableColumn, string>
  /** The prefix of the last column's name in an export, followed by the id of the export. */
  exported: string
  kinds: Record<ProductKind, string>
  asks: Record<RequiredDetail, string>
  handovers: Record<Handover, string>
  yes: string
  no: string
  /** The word that clears a value; an empty cell keeps it. */
  none: string
  unlimited: string
  /** Stock that a table cannot express, which stays unchanged. */
  stocks: Record<Exclude<StockMode, 'counter' | 'unlimited'>, string>
}

export const tableWords: Record<'id' | 'en', TableWords> = {
  id: {
    columns: {
      name: 'nama',
      variant: 'varian',
      price: 'harga',
      stock: 'stok',
      category: 'kategori',
      kind: 'jenis',
      ...mapColumns(({ column }) => column.id),
      active: 'dijual',
      variantActive: 'varian_dijual',
      picture: 'gambar',
      asks: 'ditanyakan',
      handovers: 'cara_terima',
      key: 'kode',
      variantKey: 'kode_varian',
    },
    exported: 'stok_saat_ekspor',
    kinds: { physical: 'barang', service: 'jasa', digital: 'digital' },
    asks: { note: 'catatan', phone: 'telepon', address: 'alamat' },
    handovers: { delivery: 'diantar', pickup: 'diambil', dine_in: 'makan di tempat' },
    yes: 'ya',
    no: 'tidak',
    none: 'tidak ada',
    unlimited: 'tanpa batas',
    stocks: { serial: 'kode', file: 'file', content: 'isi', webhook: 'server' },
  },
  en: {
    columns: {
      name: 'name',
      variant: 'variant',
      price: 'price',
      stock: 'stock',
      category: 'category',
      kind: 'kind',
      ...mapColumns(({ column }) => column.en),
      active: 'on_sale',
      variantActive: 'variant_on_sale',
      picture: 'picture',
      asks: 'asked',
      handovers: 'handed_over',
      key: 'key',
      variantKey: 'variant_key',
    },
    exported: 'stock_at_export',
    kinds: { physical: 'goods', service: 'service', digital: 'digital' },
    asks: { note: 'note', phone: 'phone', address: 'address' },
    handovers: { delivery: 'delivery', pickup: 'pickup', dine_in: 'eating here' },
    yes: 'yes',
    no: 'no',
    none: 'none',
    unlimited: 'unlimited',
    stocks: { serial: 'codes', file: 'file', content: 'content', webhook: 'server' },
  },
}

const otherNames: Partial<Record<TableColumn, readonly string[]>> = {
  name: ['produk', 'nama_produk', 'nama_barang', 'product', 'product_name', 'title'],
  variant: ['variasi', 'nama_varian', 'nama_variasi', 'variation'],
  price: ['harga_jual', 'harga_satuan', 'rupiah'],
  stock: ['jumlah', 'jumlah_stok', 'quantity', 'qty'],
  category: ['kategori_produk'],
  ...mapColumns(({ column }) => column.others),
  active: ['aktif', 'active'],
  key: ['sku', 'kode_sku', 'sku_produk', 'kode_produk', 'kode_barang', 'nomor_sku'],
  variantKey: ['sku_varian', 'kode_variasi'],
}

const columnsByName = new Map(
  tableColumns.flatMap(column =>
    [tableWords.id.columns[column], tableWords.en.columns[column], ...(otherNames[column] ?? [])].map(
      name => [name, column] as const,
    ),
  ),
)

/** Returns the column for a heading in either language; null if it is unknown. */
export function findColumnByName(heading: string): TableColumn | null {
  const plain = normalizeWord(heading)
  const find = (name: string) => columnsByName.get(name.trim().replaceAll(' ', '_'))
  // Without the additions of marketplaces, such as in `Harga (Rp)*`.
  return find(plain) ?? find(plain.replace(/\*/g, '').replace(/\([^()]*\)\s*$/, '')) ?? null
}

const markForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the export's id in the name of its last column; null for any other column. */
export function findExportMark(heading: string): string | null {
  const plain = normalizeWord(heading)
  const begin = [tableWords.id.exported, tableWords.en.exported].find(word => plain.startsWith(`${word} `))
  const mark = begin === undefined ? '' : plain.slice(begin.length + 1)
  return markForm.test(mark) ? mark : null
}

/** Returns the value that a word represents, in either language or in catalogue files; undefined for any other word. */
export function findValueByName<Value extends string>(
  words: (one: TableWords) => Record<Value, string>,
  word: string,
): Value | undefined {
  const plain = normalizeWord(word)
  const named = [tableWords.id, tableWords.en].flatMap(one => Object.entries(words(one)) as [Value, string][])
  return named.find(([value, word]) => word === plain || value === plain.replaceAll(' ', '_'))?.[0]
}

/** Parses `ya`, `tidak`, and a spreadsheet's checkboxes; undefined for any other word. */
export function parseBoolean(word: string): boolean | undefined {
  const plain = normalizeWord(word)
  if (['ya', 'yes', 'true', 'benar', '1'].includes(plain)) return true
  return ['tidak', 'no', 'false', 'salah', '0'].includes(plain) ? false : undefined
}

/** Normalises a word: lower case, without surrounding blanks, repeated blanks and invisible characters. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
}
