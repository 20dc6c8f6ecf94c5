import { z } from 'zod'
import type { NewStock } from '../../../catalog/add-variant.ts'
import { type StockMode, stockModes } from '../../../catalog/product.ts'
import type { ProductKind } from '../../../catalog/product-kinds.ts'
import type { DigitalFile } from '../../../goods/digital-file.ts'
import type { HiddenContent } from '../../../goods/hidden-content.ts'
import { listContents } from '../../../goods/list-contents.ts'
import { listFiles } from '../../../goods/list-files.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { field, selectField, textArea } from '../../parts/forms.ts'
import type { ViewContext } from '../../parts/page.ts'
import { lenientNumberSchema, lenientRupiahSchema } from '../../parts/typed-rupiah.ts'
import type { Visit } from '../../parts/visit.ts'
import type { CatalogTexts } from './catalog-texts.ts'
import { catalogTexts } from './catalog-texts.ts'

/** The goods that a digital variant can deliver. */
export interface OwnGoods {
  files: Pick<DigitalFile, 'id' | 'originalName'>[]
  contents: Pick<HiddenContent, 'id' | 'title'>[]
}

export async function findOwnGoods(app: App, accountId: number): Promise<OwnGoods> {
  const active = { activeOnly: true }
  return { files: await listFiles(app, accountId, active), contents: await listContents(app, accountId, active) }
}

const linesMax = 5_000_000
/** The size of the largest form with such lines: ten thousand codes of 500 characters, as a browser encodes them. */
export const linesBytesMax = 6 * 1024 * 1024
export const pastedLines = z.string().max(linesMax)

export const StockFields = z.object({
  price: lenientRupiahSchema,
  mode: z.enum([...stockModes, 'goods']),
  count: lenientNumberSchema.optional(),
  lines: pastedLines.optional(),
  url: z.string().max(4000).optional(),
  goods: z
    .string()
    .regex(/^(file|content):\d{1,15}$/)
    .or(z.literal(''))
    .optional(),
})

/** Reads the stock settings of a new variant from the form. */
export function readStock({ mode, count, lines, goods, url }: z.infer<typeof StockFields>): NewStock {
  if (mode !== 'goods') return { mode, count, lines, url }
  const [kind, id] = (goods ?? '').split(':')
  return kind === 'content'
    ? { mode: 'content', contentId: Number(id) }
    : { mode: 'file', fileId: Number(id) || undefined }
}

type Form = Pick<ViewContext<Visit, unknown, unknown>, 'language' | 'given' | 'fieldErrors' | 'visit'>

interface StockForm {
  /** The kind of an existing product. */
  kind?: ProductKind
  /** Whether the price is among the fields. */
  isPriced?: boolean
  /** The default stock mode. */
  mode?: StockMode
}

export function priceField({ language, given, fieldErrors: errors }: Form): Html {
  const say = catalogTexts[language]
  const price = { name: 'price', label: say.price, hint: say.priceHint, value: given.price, maxlength: 20 }
  return field({ ...price, inputmode: 'numeric', errors })
}

/** Renders price and stock of a new variant; options for digital products are only shown for these. */
export function stockFields(
  form: Form,
  goods: OwnGoods,
  { kind, isPriced = true, mode: usual = 'counter' }: StockForm = {},
): Html {
  const { language, given, fieldErrors: errors, visit } = form
  const say = catalogTexts[language]
  const isDigital = kind === undefined || kind === 'digital'
  const offered: [StockMode | 'goods', string][] = [
    ['counter', say.modes.counter],
    ['unlimited', say.modes.unlimited],
  ]
  if (isDigital) offered.push(['serial', say.modes.serial], ['goods', say.goods], ['webhook', say.modes.webhook])
  const mode = given.mode ?? usual
  const count = { name: 'count', label: say.count, hint: say.countHint, value: given.count, maxlength: 7 }
  return html`<div class="side-by-side">
      ${isPriced && priceField(form)}
      ${selectField({ name: 'mode', label: say.stockMode, value: mode, options: offered })}
    </div>
    <div data-for="counter">${field({ ...count, inputmode: 'numeric', isOptional: true, errors })}</div>
    ${isDigital && digitalFields(form, goods)}
    ${visit.mode === 'test' && html`<p><small>${say.testStockNew}</small></p>`}`
}

function digitalFields({ language, given, fieldErrors: errors }: Form, goods: OwnGoods): Html {
  const say = catalogTexts[language]
  const lines = { name: 'lines', label: say.lines, hint: say.linesHint, value: given.lines }
  const url = { name: 'url', label: say.stockUrl, hint: say.stockUrlHint, value: given.url }
  return html`
    <div data-for="serial">${textArea({ ...lines, isOptional: true, errors })}</div>
    <div data-for="goods">${goodsChoice(language, given, goods)}</div>
    <div data-for="webhook">${field({ ...url, type: 'url', maxlength: 2048, isOptional: true, errors })}</div>`
}

/** Returns the labels of a variant's fields, for refusals. */
export function makeStockLabels(t: CatalogTexts) {
  return {
    price: t.price,
    count: t.count,
    lines: t.lines,
    stock: t.stockMode,
    file: t.goods,
    content: t.goods,
    url: t.stockUrl,
  }
}

function goodsChoice(language: Form['language'], values: Record<string, string>, { files, contents }: OwnGoods): Html {
  const say = catalogTexts[language]
  const options = [
    ['', say.chooseGoods] as const,
    ...files.map(({ id, originalName }) => [`file:${id}`, say.goodsFile(originalName)] as const),
    ...contents.map(({ id, title }) => [`content:${id}`, say.goodsContent(title)] as const),
  ]
  const chosen = selectField({ name: 'goods', label: say.goods, value: values.goods, options })
  return html`${chosen}<small>${say.goodsHint}</small>`
}
