import { type ModeActor, recordAct } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { generateCrockford, generateToken } from '../lib/ids.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import { refuseTogether } from '../lib/refusals/refuse-together.ts'
import type { Needs } from '../needs.ts'
import { checkNumber } from './check-number.ts'
import { Product, type StockMode, Variant } from './product.ts'
import type { ProductKind } from './product-kinds.ts'
import { numberLines, unitLengthMax } from './serial-lines.ts'
import { checkPrice } from './set-price.ts'
import { insertUnits } from './stock/add-units.ts'
import { openStock } from './stock/open-stock.ts'
import { checkStockUrl } from './stock-url.ts'

/** How the stock of a new variant is managed, with its initial stock. */
export interface NewStock {
  mode: StockMode
  /** The initial stock of a counted variant, in both modes. */
  count?: number | undefined
  /** The serials of a serial variant, one per line, for the current mode; more can be added later. */
  lines?: string | undefined
  /** The file that it sells, if it sells one. */
  fileId?: number | undefined
  /** The content that it sells, if it sells one. */
  contentId?: number | undefined
  /** The address of the seller's server, if that hands out the units. */
  url?: string | undefined
}

export interface NewVariant {
  /** Its name; empty for the only variant of a product. */
  name: string
  /** Its price in whole rupiah. */
  price: number
  stock: NewStock
  /** The new name of the product's so far only variant, if that has none. */
  nameOfOnly?: string | undefined
}

const variantsMax = 100
const countMax = 1_000_000

/**
 * Adds a variant to a product and returns its public id. Refuses `not_found`, and `invalid_request` naming `name`,
 * `price`, `stock`, `count`, `lines`, `file`, `content` or `url`.
 */
export async function addVariant(
  app: Needs<'transaction' | 'now' | 'config'>,
  actor: ModeActor,
  productId: string,
  input: NewVariant,
): Promise<string> {
  const { accountId, mode } = actor
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const product = await tx.em.findOne(Product, { publicId: productId })
    if (!product) throw notFound('product')
    const position = await tx.em.count(Variant, { product: product.id })
    refuseTogether(
      () => checkName(input.name, position),
      () => checkVariant(app, product.kind, input),
    )
    const row = { accountId, mode, productId: product.id, position }
    const id = await persistVariant(app, tx, row, input)
    const { nameOfOnly } = input
    if (nameOfOnly !== undefined && position === 1) {
      await tx.em.nativeUpdate(Variant, { product: product.id, name: '' }, { name: nameOfOnly })
    }
    const { name, price } = input
    await recordAct(app, tx, { ...actor, act: 'variant.added', subject: `variant ${id}`, detail: { name, price } })
    return id
  })
}

function checkName(name: string, position: number): void {
  if (position >= variantsMax) {
    const limit = { code: 'too_many', max: variantsMax } as const
    throw refuseField('name', `would be one of more than ${variantsMax} variants`, limit)
  }
  if (position > 0 && name === '') throw refuseField('name', 'tells it from the other variants', 'missing')
}

/** Refuses `invalid_request` for a price or a stock that is invalid for products of this kind. */
export function checkVariant(
  app: Needs<'config'>,
  kind: ProductKind,
  { price, stock }: Pick<NewVariant, 'price' | 'stock'>,
): void {
  const isKept = stock.mode === 'counter' || stock.mode === 'unlimited'
  refuseTogether(
    () => checkPrice(price),
    () => {
      if (kind === 'digital' || isKept) return
      throw refuseField('stock', 'is counted or without end: only digital goods are sent in the chat', 'not_allowed')
    },
    () => stock.mode === 'counter' && checkNumber('count', stock.count ?? 0, { from: 0, to: countMax }),
    () => stock.mode === 'webhook' && checkStockUrl(app, stock.url),
  )
}

interface Place extends Required<AccountScope> {
  productId: number
  position: number
}

/** Writes a validated variant with its stock, in the transaction that creates or contains its product. */
export async function persistVariant(
  app: Needs<'now' | 'config'>,
  tx: Tx,
  { accountId, mode, productId, position }: Place,
  { name, price, stock }: NewVariant,
): Promise<string> {
  const now = app.now()
  const publicId = generateToken()
  const variant = tx.em.create(Variant, {
    account: accountId,
    publicId,
    product: productId,
    key: makeFreeKey(name),
    name,
    price,
    stockMode: stock.mode,
    file: stock.mode === 'file' ? await ownFile(tx, stock.fileId) : null,
    content: stock.mode === 'content' ? await ownContent(tx, stock.contentId) : null,
    stockUrl: stock.mode === 'webhook' ? checkStockUrl(app, stock.url) : null,
    lowStockAt: null,
    position,
    createdAt: now,
  })
  await tx.em.flush()
  await fillStock(tx, { accountId, mode, variantId: variant.id }, stock, now)
  return publicId
}

/** Returns a key, valid in a catalogue file, that is unused in the shop. */
export function makeFreeKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${plain.replace(/^-/, '') || 'item'}-${generateCrockford(6).toLowerCase()}`
}

async function ownFile({ em }: Tx, id: number | undefined): Promise<number> {
  const file = id === undefined ? null : await em.findOne(DigitalFile, { id, isActive: true })
  if (!file) throw refuseField('file', 'is one of your active files', 'not_found')
  return file.id
}

async function ownContent({ em }: Tx, id: number | undefined): Promise<number> {
  const content = id === undefined ? null : await em.findOne(HiddenContent, { id, isActive: true })
  if (!content) throw refuseField('content', 'is one of your active contents', 'not_found')
  return content.id
}

async function fillStock(
  tx: Tx,
  of: Required<AccountScope> & { variantId: number },
  { mode: kept, count = 0, lines = '' }: NewStock,
  now: Date,
): Promise<void> {
  openStock(tx, of, { kept, count: kept === 'counter' ? count : 0, reason: 'restock' }, now)
  await tx.em.flush()
  if (kept === 'serial') {
    const units = numberLines(lines).map(({ line }) => line)
    if (units.some(line => line.length > unitLengthMax)) {
      throw refuseField('lines', `have ${unitLengthMax} characters at most`, { code: 'too_long', max: unitLengthMax })
    }
    await insertUnits(tx, of, [{ variantId: of.variantId, lines: units }], now)
  }
}
