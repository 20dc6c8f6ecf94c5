import type { Config } from '../../config.ts'
import { type Html, html, renderLines } from '../../lib/html.ts'
import { toLocalTime } from '../../lib/wall-clock.ts'
import type { OpenedGoods, ReleasedGoods } from '../../payments/goods/open-goods.ts'
import { makePath } from '../parts/address.ts'
import { lockIcon, saveIcon } from '../parts/icons.ts'
import type { Language } from '../parts/language.ts'
import { picturePath } from '../parts/product-picture.ts'
import { type Texts, texts } from '../parts/texts.ts'

export interface ShownGoods {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  invoiceId: string
  goods: OpenedGoods
}

/** Renders the picture of the purchased goods; empty without one. */
export function renderProductPicture({ config, language, goods: { image } }: ShownGoods): Html | null {
  if (!image) return null
  const source = picturePath(config, image.storageKey, 640)
  const alt = texts[language].productImage
  const size = html`width="${image.width}" height="${image.height}"`
  return html`<img class="product" src="${source}" ${size} alt="${alt}" data-testid="product-image">`
}

/** Renders the goods of a paid payment; null if it has none. */
export function renderReleasedGoods(view: ShownGoods): Html | null {
  const { config, language, goods } = view
  if (!goods.released) return null
  const say = texts[language]
  const { until, isOver } = goods.released
  const content = isOver
    ? html`<p>${say.goodsOver}</p>`
    : html`${goods.released.content && contentCard(goods.released.content, say)}
      ${goods.released.file && fileCard(view, goods.released.file, say)}
      <p><small>${lockIcon} ${say.goodsUntil(toLocalTime(config.timeZone, until, language).day)}</small></p>`
  return html`<section class="card goods" data-testid="goods"><h2>${say.goodsTitle}</h2>${content}</section>`
}

function fileCard(view: ShownGoods, file: NonNullable<ReleasedGoods['file']>, say: Texts): Html {
  const { config, language, invoiceId } = view
  const size = html`<small>${formatSize(file.bytes, language)}</small>`
  const name = html`<p class="file"><b data-testid="file-name">${file.name}</b> ${size}</p>`
  if (file.downloadsLeft <= 0) return html`${name}<p>${say.downloadsUsed}</p>`
  const address = makePath(config, '/pay/file', { invoice: invoiceId, token: file.token, lang: language })
  return html`${name}
    <a class="button" href="${address}" rel="nofollow" data-testid="download">${saveIcon}${say.download}</a>`
}

function contentCard({ title, contentType, body }: NonNullable<ReleasedGoods['content']>, say: Texts): Html {
  const link = contentType === 'link' && URL.canParse(body.trim()) ? new URL(body.trim()) : null
  if (!link || !/^https?:$/.test(link.protocol)) {
    return html`<h3>${title}</h3><pre class="content" data-testid="content">${renderLines(body)}</pre>`
  }
  const attributes = html`href="${link.href}" rel="noopener noreferrer" data-testid="content"`
  return html`<h3>${title}</h3><p><a class="button" ${attributes}>${say.openLink(link.host)}</a></p>`
}

const units = ['B', 'kB', 'MB']

function formatSize(bytes: number, language: Language): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: step === 0 ? 0 : 1 })
  return `${number.format(bytes / 1000 ** step)}\u00a0${units[step]}`
}
