import { z } from 'zod'
import type { ShownProduct } from '../../../catalog/find-product.ts'
import { listCatalog } from '../../../catalog/list-catalog.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Page } from '../../../lib/paging.ts'
import { mayDo } from '../../../people/membership.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { emptyState, field, tabs } from '../../parts/forms.ts'
import { boxIcon } from '../../parts/icons.ts'
import { page, type Shown } from '../../parts/page.ts'
import { pager } from '../../parts/pager.ts'
import { picturePath } from '../../parts/product-picture.ts'
import type { Visit } from '../../parts/visit.ts'
import { type CatalogTexts, catalogTexts } from './catalog-texts.ts'

const Input = z.object({
  search: z.string().trim().max(200).optional(),
  shown: z.enum(['active', 'hidden']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})
type ShownCatalog = Shown<Visit, z.infer<typeof Input>, Page<ShownProduct>>

/** What the shop sells, with pictures, prices and what is left. */
export const catalogPage = page({
  path: '/dashboard/catalog',
  role: 'read',
  input: Input,
  load: (app, { scope }, { search, shown, page }) =>
    listCatalog(app, scope, { search: search || undefined, isActive: shown && shown === 'active', page }),
  view(shown: ShownCatalog) {
    const { language, loaded, input, to, visit } = shown
    const say = catalogTexts[language]
    const mayChange = mayDo(visit.account.role, 'orders')
    const { search } = input
    const at = (one: 'active' | 'hidden' | undefined) => ({
      address: to('/dashboard/catalog', { search, shown: one }),
      text: one === undefined ? say.all : say[one],
      isHere: input.shown === one,
    })
    const isFiltered = Boolean(search) || input.shown !== undefined
    const add = html`<a class="button" href="${to('/dashboard/catalog/new')}">${say.add}</a>`
    return {
      title: say.title,
      body: html`<div class="head"><h1>${say.title}</h1><div class="choices"><a class="button quiet" href="${to('/dashboard/catalog/referral')}">${say.referral}</a>${mayChange && html`<a class="button quiet" href="${to('/dashboard/catalog/import')}">${say.import}</a>${add}`}</div></div><p class="lead">${say.intro}${visit.mode === 'test' && ` ${say.testStock}`}</p>
${tabs(say.status, [at(undefined), at('active'), at('hidden')])}
<section class="card"><form class="inline" method="get" action="${to('/dashboard/catalog')}" role="search">${field({ name: 'search', label: say.search, type: 'search', value: search, maxlength: 200, isOptional: true })}${input.shown && html`<input type="hidden" name="shown" value="${input.shown}">`}<button class="button quiet">${commonTexts[language].search}</button></form>
${loaded.items.length === 0 ? emptyState(isFiltered ? say.noMatch : say.none, isFiltered || !mayChange ? undefined : add) : list(shown, say)}
${pager({ language, page: loaded.page, hasMore: loaded.page < loaded.pageCount, address: n => to('/dashboard/catalog', { search, shown: input.shown, page: String(n) }) })}
<p><small>${say.found(loaded.total)}</small></p></section>`,
    }
  },
})

function list({ app, loaded, to }: ShownCatalog, say: CatalogTexts): Html {
  const rows = loaded.items.map(one => {
    const count = one.variants.length
    const told = [say.kinds[one.kind], one.category?.name, count > 1 && say.variants(count)]
    return html`<li><a class="with-thumb" href="${to(`/dashboard/catalog/${one.publicId}`)}">${thumb(app.config, one.image)}<span><b>${one.name}</b><small>${told.filter(Boolean).join(' · ')}</small></span></a><span class="facts"><span class="money">${priceOf(one, say)}</span>${one.isActive ? stockOf(one.available(), say) : html`<span class="status">${say.hidden}</span>`}</span></li>`
  })
  return html`<ul class="rows">${rows}</ul>`
}

/** A small picture of a product, or a box where it has none. */
function thumb(config: Parameters<typeof picturePath>[0], image: { storageKey: string } | null): Html {
  if (!image) return html`<span class="thumb no-thumb">${boxIcon}</span>`
  return html`<img class="thumb" src="${picturePath(config, image.storageKey, 160)}" width="56" height="56" alt="" loading="lazy">`
}

function priceOf(product: ShownProduct, say: CatalogTexts): string {
  if (product.variants.length === 0) return say.noPrice
  const [min, max] = [product.priceMin(), product.priceMax()]
  return min === max ? formatRupiah(min) : `${formatRupiah(min)} – ${formatRupiah(max)}`
}

/** What is left, in a word. */
export function stockOf(available: number | null, say: CatalogTexts): Html {
  if (available === null) return html`<span class="status good">${say.endless}</span>`
  return available === 0
    ? html`<span class="status bad">${say.soldOut}</span>`
    : html`<span class="status good">${say.left(available)}</span>`
}
