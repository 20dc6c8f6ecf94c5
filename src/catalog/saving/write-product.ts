import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { findFieldMistakes } from '../../lib/fields/field.ts'
import { generateToken } from '../../lib/ids.ts'
import { notFound, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { makeFreeKey } from '../add-variant.ts'
import { Category } from '../category.ts'
import type { Handover } from '../delivery-zones.ts'
import { chatStockModes, Product, Variant } from '../product.ts'
import { type ProductValues, pickProductValues, productFields } from '../product-fields.ts'
import type { ProductKind, RequiredDetail } from '../product-kinds.ts'

export interface ProductChange extends ProductValues {
  name: string
  kind: ProductKind
  asks: RequiredDetail[]
  /** The ways to receive it, at least one; unset leaves them unchanged. */
  handovers?: Handover[] | undefined
  /** The name of an existing or a new category; empty for none. */
  category: string
}

const nameMax = 100

/**
 * Writes a product's texts and required details, after `checkChange`, and returns the product as it was before. Refuses
 * `not_found`, and `invalid_request` for a kind that its variants do not support.
 */
export async function writeProduct(
  app: Needs<'now'>,
  tx: Tx,
  actor: MemberActor,
  { productId, change }: { productId: string; change: ProductChange },
): Promise<Product> {
  const product = await tx.em.findOne(Product, { publicId: productId })
  if (!product) throw notFound('product')
  if (change.kind !== 'digital') await checkVariants(tx, product.id)
  const { name, kind, asks, handovers } = change
  const { accountId } = actor
  const category = change.category === '' ? null : await findOrCreateCategory(tx, accountId, change.category, app.now())
  await tx.em.nativeUpdate(
    Product,
    { id: product.id },
    {
      name,
      ...pickProductValues(({ property }) => change[property]),
      kind,
      asks,
      category,
      ...(handovers && { handovers }),
    },
  )
  await recordAct(app, tx, { ...actor, act: 'product.changed', subject: `product ${productId}`, detail: { name } })
  return product
}

/** Refuses `invalid_request` with all problems of a change that can be found without the database. */
export function checkChange(change: ProductChange): void {
  refuseTogether(
    () => checkProduct(change),
    () => {
      if (change.handovers?.length === 0) throw refuseField('handovers', 'are one at least', 'missing')
    },
  )
}

/** Refuses `invalid_request` for a text that is too long or missing. */
export function checkProduct({
  name,
  category = '',
  ...values
}: Pick<ProductChange, 'name'> & ProductValues & Partial<Pick<ProductChange, 'category'>>): void {
  const fields: FieldError[] = []
  if (name === '' || name.length > nameMax)
    fields.push({ path: 'name', error: `has 1 to ${nameMax} characters`, code: 'wrong_length', min: 1, max: nameMax })
  fields.push(...productFields.flatMap(field => findFieldMistakes(field, values[field.property])))
  if (category.length > nameMax)
    fields.push({ path: 'category', error: `has ${nameMax} characters at most`, code: 'too_long', max: nameMax })
  if (fields.length === 0) return
  throw refuseFields(fields)
}

async function checkVariants({ em }: Tx, product: number): Promise<void> {
  const sent = await em.count(Variant, { product, stockMode: [...chatStockModes] })
  if (sent > 0) throw refuseField('kind', 'stays digital: it has variants that are sent in the chat', 'not_allowed')
}

/** Returns the category with this name, which is created at the top level if it does not exist. */
export async function findOrCreateCategory(
  { em }: Tx,
  account: number,
  name: string,
  createdAt: Date,
): Promise<number> {
  const known = await em.findOne(Category, { name }, { orderBy: { level: 'desc', id: 'asc' } })
  if (known) return known.id
  const made = em.create(Category, {
    account,
    publicId: generateToken(),
    key: makeFreeKey(name),
    level: 1,
    parent: null,
    name,
    position: await em.count(Category, {}),
    createdAt,
  })
  await em.flush()
  return made.id
}
