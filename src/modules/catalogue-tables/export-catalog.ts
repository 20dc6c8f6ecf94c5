import { randomUUID } from 'node:crypto'
import { type FilledGroup, readOptions } from '../../catalog/options/read-options.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import type { CurrentVariant } from './current-catalog.ts'
import { writeRules } from './exported-shop.ts'
import {
  filePath,
  picturePath,
  readGoods,
  toCurrentCategories,
  toCurrentProduct,
  toCurrentVariants,
  type WholeProduct,
} from './read-current-catalog.ts'

export interface ExportedCatalog {
  /** The YAML file, as `importCatalog` reads it. */
  text: string
  /** The pictures and files to which it refers, by their path beside it. */
  beside: { path: string; shelf: 'images' | 'files'; storageKey: string }[]
}

/**
 * Writes an account's catalogue, rules and coupons as a file that the import reads, with the stock of one mode.
 * Imported unchanged it changes nothing; an edited quantity changes the stock by the difference. Serials are excluded,
 * because each is worth its price, and so are coupons for a single customer.
 */
export async function exportCatalog(
  app: Needs<'slowly' | 'calendar' | 'slots'>,
  scope: Required<AccountScope>,
): Promise<ExportedCatalog> {
  return app.slowly(async reads => {
    const em = reads.em(scope)
    const { categories, products } = await readGoods(em)
    const options = await readOptions(
      em,
      products.map(({ id }) => id),
    )
    const rules = await em.findOne(ShopRules, { account: scope.accountId })
    const keys = new Set(products.map(({ key }) => key))
    const coupons: object[] = []
    for (const { read } of listAdditions(app, 'catalogCoupons')) coupons.push(...(await read(em, app.calendar, keys)))
    const catalog = {
      exported: randomUUID(),
      ...(rules && { shop: writeRules(rules) }),
      categories: toCurrentCategories(categories),
      products: products.map(product => ({
        ...toCurrentProduct(product),
        ...oneOrAll(toCurrentVariants(product.variants.$.getItems())),
        ...exportOptions(options.get(product.id) ?? []),
      })),
      coupons,
    }
    const { stringify } = await import('yaml')
    return { text: stringify(catalog, { lineWidth: 0 }), beside: products.flatMap(listBeside) }
  }, scope)
}

// A product with one price has it directly, without variants; the key of its only variant is then "only".
function oneOrAll(variants: CurrentVariant[]): object {
  const [first, ...others] = variants
  const isAlone = first?.key === 'only' && !first.name && first.active !== false && others.length === 0
  if (!isAlone) return { variants }
  const { key: _, ...only } = first
  return only
}

function exportOptions(groups: FilledGroup[]): object {
  return groups.length > 0 ? { options: groups.map(exportedGroup) } : {}
}

function exportedGroup({ key, name, choicesMin, choicesMax, options }: FilledGroup): object {
  const choices = options.getItems().map(option => ({
    key: option.key,
    name: option.name,
    ...(option.price > 0 && { price: option.price }),
    ...(option.isActive ? {} : { active: false }),
  }))
  return { key, name, min: choicesMin, max: choicesMax, choices }
}

function listBeside({ image, variants }: WholeProduct): ExportedCatalog['beside'] {
  const pictures = image?.isActive
    ? [{ path: picturePath(image), shelf: 'images' as const, storageKey: image.storageKey }]
    : []
  const files = variants.$.getItems().flatMap(({ file }) =>
    file ? [{ path: filePath(file), shelf: 'files' as const, storageKey: file.storageKey }] : [],
  )
  return [...pictures, ...files]
}
