// Shows the goods: tiles with pictures, by category, with the favourites of this device and a search.

import type { OfferedGoods } from '../counter-answers.ts'
import { find, formatRupiah, makeElement, t } from './kasir-parts.ts'
import { cart, counter, hasCode, isSoldOut, storeCart } from './kasir-state.ts'

const all = 'all'
const favourites = 'favourites'
const noLabel = ''

let category: string | null = null
let isPicking = false
let choose: (goods: OfferedGoods) => unknown = () => undefined

// Pictures outside the screen are not loaded, because two hundred of them cost mobile data.
const pictures = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      const image = target as HTMLImageElement
      image.src = image.dataset.src!
      pictures.unobserve(image)
    }
  },
  // The cart covers the bottom of a phone's screen.
  { rootMargin: '0px 0px -140px 0px' },
)

const favouritesOf = () => cart.favourites ?? []
// Identifies a product by its key, because its number changes with the catalogue.
const keyOf = ({ sku }: OfferedGoods) => sku[0]!
const isFavourite = (goods: OfferedGoods) => favouritesOf().includes(keyOf(goods))

/** Returns the current category: favourites if there are any, until another is chosen. */
function shownCategory() {
  const hasFavourites = counter.goods.some(isFavourite)
  if (category === favourites && !hasFavourites && !isPicking) return all
  return category ?? (hasFavourites ? favourites : all)
}

/** Returns the goods that match the search, or otherwise those of the category. */
export function filterGoods() {
  const wanted = find('search').value.trim().toLowerCase()
  if (wanted !== '')
    return counter.goods.filter(goods => goods.name.toLowerCase().includes(wanted) || hasCode(goods, wanted))
  const shown = isPicking ? all : shownCategory()
  if (shown === all) return counter.goods
  return counter.goods.filter(goods => (shown === favourites ? isFavourite(goods) : goods.category === shown))
}

/** Renders the categories and the tiles of the visible goods. */
export function drawGoods() {
  drawCategories()
  pictures.disconnect()
  const tiles = [...Map.groupBy(filterGoods(), ({ product }) => product).values()].map(drawTile)
  find('goods').replaceChildren(...(tiles.length > 0 ? tiles : [makeElement('li', t.noGoods, { class: 'none' })]))
}

function drawCategories() {
  const shown = shownCategory()
  const chips: [string, string][] = [
    ...(counter.goods.some(isFavourite) ? [[favourites, t.favourites] as [string, string]] : []),
    [all, t.all],
    ...counter.categories.map(({ id, name }): [string, string] => [id, name]),
  ]
  const buttons = chips.map(([id, name]) => {
    const isPressed = !isPicking && id === shown
    const button = makeElement('button', name, { type: 'button', class: 'kasir-chip', 'aria-pressed': `${isPressed}` })
    button.addEventListener('click', () => {
      category = id
      isPicking = false
      find('search').value = ''
      drawGoods()
      find('categories').querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    })
    return button
  })
  const pick = makeElement('button', '★', { type: 'button', class: 'kasir-chip', 'aria-pressed': `${isPicking}` })
  pick.setAttribute('aria-label', t.pickFavourites)
  pick.title = t.pickFavourites
  pick.addEventListener('click', () => {
    isPicking = !isPicking
    drawGoods()
    find('categories').querySelector<HTMLElement>('button:last-child')?.focus()
  })
  find('categories').replaceChildren(...buttons, pick)
  find('categories').hidden = counter.goods.length === 0
  find('picking').hidden = !isPicking
}

function drawTile(variants: OfferedGoods[]) {
  const [first] = variants as [OfferedGoods]
  const tile = makeElement('li', undefined, { class: variants.length > 1 ? 'kasir-tile wide' : 'kasir-tile' })
  const product = first.kind ? first.name.slice(0, -first.kind.length - 3) : first.name
  if (variants.length === 1 || isPicking)
    tile.append(pressTile(first, productFace(first, isPicking ? product : first.name)))
  else {
    const face = makeElement('div', undefined, { class: 'kasir-face' })
    face.append(...productFace(first, product))
    const kinds = makeElement('div', undefined, { class: 'kasir-kinds', role: 'group', 'aria-label': product })
    kinds.append(
      ...variants.map(goods => pressTile(goods, [makeElement('span', goods.kind ?? goods.name), priceTag(goods)])),
    )
    tile.append(face, kinds)
  }
  return tile
}

function productFace(goods: OfferedGoods, name: string) {
  const star = isFavourite(goods) ? '★ ' : noLabel
  const parts: HTMLElement[] = []
  if (goods.picture) {
    const image = makeElement('img', undefined, { alt: '', width: 88, height: 64 })
    image.dataset.src = goods.picture
    pictures.observe(image)
    parts.push(image)
  }
  parts.push(makeElement('span', `${star}${name}`, { class: 'name' }))
  const hasOnePrice = counter.goods.filter(({ product }) => product === goods.product).length === 1
  if (hasOnePrice) parts.push(priceTag(goods))
  return parts
}

const priceTag = (goods: OfferedGoods) => makeElement('b', isSoldOut(goods) ? t.gone : formatRupiah(goods.price))

function pressTile(goods: OfferedGoods, face: HTMLElement[]) {
  const button = makeElement('button', undefined, { type: 'button' })
  button.append(...face)
  button.dataset.variant = goods.variant
  button.disabled = !isPicking && isSoldOut(goods)
  if (isPicking) button.setAttribute('aria-pressed', `${isFavourite(goods)}`)
  button.addEventListener('click', () => (isPicking ? toggleFavourite(goods) : choose(goods)))
  return button
}

function toggleFavourite(goods: OfferedGoods) {
  const { variant } = goods
  const others = favouritesOf().filter(one => one !== keyOf(goods))
  cart.favourites = others.length < favouritesOf().length ? others : [...others, keyOf(goods)]
  storeCart()
  drawGoods()
  find('goods').querySelector<HTMLElement>(`[data-variant="${variant}"]`)?.focus()
}

/** Handles the search; `press` runs when a tile is pressed. */
export function listenToGoods(press: typeof choose) {
  choose = press
  find('search').addEventListener('input', drawGoods)
}
