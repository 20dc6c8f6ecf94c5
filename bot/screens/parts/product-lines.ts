import type { Handover } from '../../../src/catalog/delivery-zones.ts'
import type { ShownProduct } from '../../../src/catalog/find-product.ts'
import { chatStockModes } from '../../../src/catalog/product.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { receivingTexts } from '../../texts/receiving-texts.ts'
import type { Texts } from '../../texts/texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { shortenText } from '../shorten-text.ts'

export type ShownVariant = ShownProduct['variants']['$'][number]

/** Returns the price and, for a single variant, whether it is in stock. */
export function priceLine(product: ShownProduct, variant: ShownVariant | null, t: Texts): Html {
  const named = variant && product.variants.length > 1 && variant.name ? html`${variant.name} · ` : ''
  if (variant) return html`${named}<b>${formatRupiah(variant.price)}</b> · ${stockWord(variant, t)}`
  const price = formatRupiah(product.priceMin())
  return html`<b>${product.priceMax() > product.priceMin() ? t.priceFrom(price) : price}</b>`
}

function stockWord(variant: ShownVariant, t: Texts): string {
  const available = variant.available()
  if (available === null) return t.alwaysAvailable
  return available === 0 ? t.soldOut : t.available(available)
}

const shownAtOnce = 300
const besidePictureMax = 700

/** Returns the description. Beside a picture it is shortened, because a caption holds a quarter of a message. */
export function renderDescription(description: string, isCaption: boolean): Html {
  if (description === '') return html``
  const text = isCaption ? shortenText(description, besidePictureMax, besidePictureMax) : description
  if ([...description].length <= shownAtOnce) return html`\n\n${text}`
  return html`\n\n<blockquote expandable>${text}</blockquote>`
}

/**
 * Returns how the goods reach the customer, as far as it can be chosen. Digital goods without stored content are sent
 * by the seller.
 */
export function handoverLine(
  { kind, variants }: ShownProduct,
  variant: ShownVariant | null,
  ways: readonly Handover[] | null,
  { t, language }: Pick<Voice, 't' | 'language'>,
): string {
  if (kind === 'physical' && ways !== null && ways.length > 0) {
    return ways.map(way => receivingTexts[language].ways[way]).join(' · ')
  }
  const modes = variant ? [variant.stockMode] : variants.$.map(({ stockMode }) => stockMode)
  return kind === 'digital' && !modes.every(mode => chatStockModes.has(mode)) ? t.digitalByHand : t.kinds[kind]
}
