import type { Config } from '../../config.ts'
import { type Html, html, lines } from '../../lib/html.ts'
import { onTheWall } from '../../lib/wall-clock.ts'
import type { OpenedGoods, ReleasedGoods } from '../../payments/goods/open-goods.ts'
import { pathTo } from '../parts/address.ts'
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

/** The picture of what is paid for; nothing without one. */
export function productPicture({ config, language, goods: { image } }: ShownGoods): Html | null {
  return (
    image &&
    html`<img class="product" src="${picturePath(config, image.storageKey, 640)}" width="${image.width}" height="${image.height}"
alt="${texts[language].productImage}" data-testid="product-image">`
  )
}

/** What the payer bought, on the page of a payment that is paid; nothing where no goods came with it. */
export function releasedGoods(shown: ShownGoods): Html | null {
  const { config, language, goods } = shown
  if (!goods.released) return null
  const say = texts[language]
  const { until, isOver } = goods.released
  if (isOver) {
    return html`<section class="card goods" data-testid="goods"><h2>${say.goodsTitle}</h2><p>${say.goodsOver}</p></section>`
  }
  return html`<section class="card goods" data-testid="goods"><h2>${say.goodsTitle}</h2>
${goods.released.content && contentOf(goods.released.content, say)}
${goods.released.file && fileOf(shown, goods.released.file, say)}
<p><small>${lockIcon} ${say.goodsUntil(onTheWall(config.timeZone, until, language).day)}</small></p></section>`
}

function fileOf(shown: ShownGoods, file: NonNullable<ReleasedGoods['file']>, say: Texts): Html {
  const { config, language, invoiceId } = shown
  const name = html`<p class="file"><b data-testid="file-name">${file.name}</b> <small>${sizeOf(file.bytes, language)}</small></p>`
  if (file.downloadsLeft <= 0) return html`${name}<p>${say.downloadsUsed}</p>`
  const address = pathTo(config, '/pay/file', { invoice: invoiceId, token: file.token, lang: language })
  return html`${name}<a class="button" href="${address}" rel="nofollow" data-testid="download">${saveIcon}${say.download}</a>`
}

function contentOf({ title, contentType, body }: NonNullable<ReleasedGoods['content']>, say: Texts): Html {
  const link = contentType === 'link' && URL.canParse(body.trim()) ? new URL(body.trim()) : null
  const opened =
    link && /^https?:$/.test(link.protocol)
      ? html`<p><a class="button" href="${link.href}" rel="noopener noreferrer" data-testid="content">${say.openLink(link.host)}</a></p>`
      : html`<pre class="content" data-testid="content">${lines(body)}</pre>`
  return html`<h3>${title}</h3>${opened}`
}

const units = ['B', 'kB', 'MB']

function sizeOf(bytes: number, language: Language): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: step === 0 ? 0 : 1 })
  return `${number.format(bytes / 1000 ** step)}\u00a0${units[step]}`
}
