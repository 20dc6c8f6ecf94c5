import { z } from 'zod'
import type { ShownProduct } from '../../../catalog/find-product.ts'
import { listCatalog } from '../../../catalog/list-catalog.ts'
import { listCategoryNames } from '../../../catalog/list-categories.ts'
import { showProduct } from '../../../catalog/show-product.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Page } from '../../../lib/paging.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { chip, foldedActions, linkButton } from '../../parts/card.ts'
import { actButton, emptyState, inlineForm, selectField, tabs } from '../../parts/forms.ts'
import { boxIcon } from '../../parts/icons.ts'
import { PageNumber, PublicId, SearchText } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { listPage, searchForm } from '../../parts/list-page.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { picturePath } from '../../parts/product-picture.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { type CatalogTexts, catalogTexts } from './catalog-texts.ts'
import { manyTexts } from './many-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Other pages for the whole catalogue, linked from its list for those who may change it. */
    catalogLinks: { path: string; text: Record<Language, string> }
  }
}

/** The filter of a list of the catalogue. */
export const CatalogQuery = z.object({
  search: SearchText,
  /** The name of a category. */
  category: z.string().trim().max(100).optional(),
  shown: z.enum(['active', 'hidden']).optional().catch(undefined),
  page: PageNumber,
})
interface Loaded extends Page<ShownProduct> {
  categories: string[]
}
type ShownCatalog = ViewContext<Visit, z.infer<typeof CatalogQuery>, Loaded>

/** The products of the shop with pictures, prices and stock. */
export const catalogPage = definePage({
  path: '/dashboard/catalog',
  role: 'read',
  input: CatalogQuery,
  async load(app, { scope }, { search, category, shown, page }): Promise<Loaded> {
    const isActive = shown && shown === 'active'
    const filter = { search: search || undefined, category: category || undefined, isActive, page }
    return { ...(await listCatalog(app, scope, filter)), categories: await listCategoryNames(app, scope) }
  },
  view(view: ShownCatalog) {
    const { app, language, loaded, input, to, visit } = view
    const say = catalogTexts[language]
    const mayChange = mayDo(visit.account.role, 'orders')
    const { search, category } = input
    const at = (one: 'active' | 'hidden' | undefined) => ({
      address: to('/dashboard/catalog', { search, category, shown: one }),
      text: one === undefined ? say.all : say[one],
      isHere: input.shown === one,
    })
    const isFiltered = Boolean(search || category) || input.shown !== undefined
    const add = linkButton(to('/dashboard/catalog/new'), say.add)
    const added = listAdditions(app, 'catalogLinks').map(({ path, text }) =>
      linkButton(to(path), text[language], 'quiet'),
    )
    const many = to('/dashboard/catalog/many', { search, shown: input.shown })
    const none = isFiltered ? emptyState(say.noMatch) : emptyState(say.none, mayChange ? add : undefined)
    return listPage({
      language,
      title: say.title,
      buttons: mayChange
        ? foldedActions(language, add, [
            linkButton(many, manyTexts[language].title, 'quiet'),
            linkButton(to('/dashboard/catalog/order'), manyTexts[language].order, 'quiet'),
            ...added,
          ])
        : null,
      above: html`
        <p class="lead">${say.intro}${visit.mode === 'test' && ` ${say.testStock}`}</p>
        ${tabs(say.status, [at(undefined), at('active'), at('hidden')])}`,
      filter: searchForm({
        language,
        action: to('/dashboard/catalog'),
        label: say.search,
        value: search,
        carried: { shown: input.shown },
        ...(loaded.categories.length > 0 && { fields: categoryChoice(view) }),
      }),
      list:
        loaded.items.length === 0
          ? none
          : html`<ul class="rows">${loaded.items.map(one => productRow(view, one))}</ul>`,
      pager: {
        language,
        page: loaded.page,
        hasMore: loaded.page < loaded.pageCount,
        address: page => to('/dashboard/catalog', { search, category, shown: input.shown, page: String(page) }),
      },
      found: say.found(loaded.total),
    })
  },
  act: {
    show: visibilityAct(true),
    hide: visibilityAct(false),
  },
})

/** Returns the page act that shows or hides a product, such as when it is sold out for today. */
function visibilityAct(isActive: boolean) {
  return {
    role: 'orders' as const,
    fields: z.object({ product: PublicId }),
    async run(app: App, visit: Visit, { product }: { product: string }) {
      await showProduct(app, makeMemberActor(visit), product, isActive)
      return { done: 'saved' as const }
    },
  }
}

function categoryChoice({ language, loaded, input }: ShownCatalog): Html {
  const say = catalogTexts[language]
  const options = [['', say.allCategories], ...loaded.categories.map(name => [name, name])] as [string, string][]
  return selectField({ name: 'category', label: say.category, value: input.category, options })
}

function productRow({ app, language, to, visit }: ShownCatalog, one: ShownProduct): Html {
  const say = catalogTexts[language]
  const count = one.variants.length
  const press = one.isActive ? actButton('hide', say.hide, 'link') : actButton('show', say.show, 'link')
  const details = [say.kinds[one.kind], one.category?.name, count > 1 && say.variants(count)]
  return html`<li>
    <a class="with-thumb" href="${to(`/dashboard/catalog/${one.publicId}`)}">
      ${productThumbnail(app.config, one.image)}
      <span><b>${one.name}</b><small>${details.filter(Boolean).join(' · ')}</small></span>
    </a>
    <span class="facts">
      <span class="money">${formatPrice(one, say)}</span>
      ${one.isActive ? stockChip(one.available(), say) : chip('', say.hidden)}
      ${mayDo(visit.account.role, 'orders') && inlineForm({ product: one.publicId }, press)}
    </span>
  </li>`
}

/** Renders a small picture of a product, or an empty box. */
function productThumbnail(config: Parameters<typeof picturePath>[0], image: { storageKey: string } | null): Html {
  if (!image) return html`<span class="thumb no-thumb">${boxIcon}</span>`
  const source = picturePath(config, image.storageKey, 160)
  return html`<img class="thumb" src="${source}" width="56" height="56" alt="" loading="lazy">`
}

function formatPrice(product: ShownProduct, say: CatalogTexts): string {
  if (product.variants.length === 0) return say.noPrice
  const min = product.priceMin()
  const max = product.priceMax()
  return min === max ? formatRupiah(min) : `${formatRupiah(min)} – ${formatRupiah(max)}`
}

/** Renders the stock as a chip. */
export function stockChip(available: number | null, t: CatalogTexts): Html {
  if (available === null) return chip('good', t.endless)
  return available === 0 ? chip('bad', t.soldOut) : chip('good', t.left(available))
}
