import { type HandoverGoods, listHandoverGoods } from '../../../catalog/options/list-handover-goods.ts'
import { formatGoodsName } from '../../../catalog/product.ts'
import type { AccountScope } from '../../../database/scope.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { FieldError } from '../../../lib/refusals/field-error.ts'
import type { App } from '../../../needs.ts'
import { field, hiddenField } from '../../../web/parts/forms.ts'
import { type BillItem, itemsMax, quantityMax } from '../price-items.ts'
import type { BillTexts } from '../texts/bill-texts.ts'

/** A product for bills, under the name by which its merchant chooses it. */
interface Offer {
  name: string
  price: number
  goods: HandoverGoods
  item: { product: string; variant: string }
}

/** Returns the products that a bill can contain. */
export async function listOffers(app: App, scope: Required<AccountScope>): Promise<Offer[]> {
  const listed = await listHandoverGoods(app, scope)
  const offers = listed.flatMap(goods =>
    goods.product.variants.$.map(variant => ({
      name: formatGoodsName(goods.product.name, variant.name),
      price: variant.price,
      goods,
      item: { product: goods.product.key, variant: variant.key },
    })),
  )
  const counts = Map.groupBy(offers, ({ name }) => name)
  // Products with the same name are distinguished by their keys.
  return offers.map(offer =>
    counts.get(offer.name)!.length === 1 ? offer : { ...offer, name: `${offer.name} · ${offer.item.product}` },
  )
}

type Typed = Record<string, string>

const rowNumbers = Array.from({ length: itemsMax }, (_, at) => at + 1)
const rowsFirst = 5
const quantities = { code: 'out_of_range', min: 1, max: quantityMax } as const

/** Reads the goods of the form. Refuses `item_N`, `quantity_N`, and `options` if they have not been shown yet. */
export function readItems(offers: readonly Offer[], formValues: Typed): BillItem[] {
  const rows = rowNumbers.filter(row => written(formValues, row) !== '')
  if (rows.length === 0) throw refuseField('item_1', 'is missing', 'missing')
  const items = rows.map(row => readItem(offers, formValues, row))
  const isUnseen = rows.some(row => findGroups(offers, formValues, row).length > 0 && !isShown(formValues, row))
  if (isUnseen) throw refuseField('options', 'are to be chosen', 'missing')
  return items
}

function readItem(offers: readonly Offer[], typed: Typed, row: number): BillItem {
  const offer = findOffer(offers, typed, row)
  if (!offer) throw refuseField(`item_${row}`, 'is no product of this shop', 'not_found')
  const quantity = Number(typed[`quantity_${row}`]?.trim() || 1)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > quantityMax)
    throw refuseField(`quantity_${row}`, `is 1 to ${quantityMax}`, quantities)
  const begin = `choice_${row}_`
  const chosen = Object.entries(typed).filter(([name]) => name.startsWith(begin))
  // Options that were shown for the previous product of this row do not apply.
  const choices = isShown(typed, row) ? chosen.map(([, value]) => value).filter(Boolean) : []
  return { ...offer.item, quantity, choices }
}

const written = (typed: Typed, row: number) => (typed[`item_${row}`] ?? '').trim()
const isShown = (typed: Typed, row: number) => typed[`of_${row}`] === written(typed, row)

function findOffer(offers: readonly Offer[], typed: Typed, row: number): Offer | undefined {
  const name = written(typed, row).toLowerCase()
  return offers.find(offer => offer.name.toLowerCase() === name)
}

function findGroups(offers: readonly Offer[], typed: Typed, row: number): HandoverGoods['groups'] {
  return findOffer(offers, typed, row)?.goods.groups ?? []
}

/** Returns the labels of the fields, for error messages. */
export function makeGoodsLabels(t: BillTexts): Record<string, string> {
  const rows = rowNumbers.flatMap(row => [
    [`item_${row}`, t.item(row)],
    [`quantity_${row}`, t.quantityOf(row)],
  ])
  return { ...Object.fromEntries(rows), options: t.options, items: t.goods }
}

interface GoodsForm {
  offers: readonly Offer[]
  given: Typed
  errors: readonly FieldError[]
  say: BillTexts
}

/** Renders rows for goods, found by the first letters of their names; the options appear once a product is known. */
export function renderGoodsFields(form: GoodsForm): Html {
  const { offers, given, say } = form
  const last = rowNumbers.findLast(row => written(given, row) !== '') ?? 0
  const shown = Math.max(rowsFirst, last)
  const rest = rowNumbers.slice(shown)
  return html`<datalist id="goods">${offers.map(
    ({ name, price }) => html`<option value="${name}" data-price="${price}">${formatRupiah(price)}</option>`,
  )}</datalist>
    ${rowNumbers.slice(0, shown).map(row => goodsRow(form, row))}
    ${
      rest.length > 0 &&
      html`<details><summary>${say.moreGoods}</summary>${rest.map(row => goodsRow(form, row))}</details>`
    }
    <p data-sum hidden aria-live="polite">${say.sum} <b></b></p>`
}

function goodsRow({ offers, given, errors, say }: GoodsForm, row: number): Html {
  const item = written(given, row)
  const name = field({
    name: `item_${row}`,
    label: say.item(row),
    list: 'goods',
    value: item,
    maxlength: 200,
    autocomplete: 'off',
    isOptional: row > 1,
    isFocused: row === 1,
    errors,
  })
  const quantity = field({
    name: `quantity_${row}`,
    label: say.quantity,
    type: 'number',
    min: 1,
    max: quantityMax,
    value: given[`quantity_${row}`] ?? 1,
    isOptional: true,
    errors,
  })
  const groups = findGroups(offers, given, row)
  return html`<div class="goods-row">${name}${quantity}</div>
    ${groups.length > 0 && hiddenField(`of_${row}`, item)}
    ${groups.map(group => optionFields(group, { row, given, say }))}`
}

interface OptionsForm extends Pick<GoodsForm, 'given' | 'say'> {
  row: number
}

function optionFields(
  { key, name, choicesMin, choicesMax, options }: HandoverGoods['groups'][number],
  { row, given, say }: OptionsForm,
): Html {
  const isOne = choicesMin === 1 && choicesMax === 1
  const boxes = options.$.filter(({ isActive }) => isActive).map(option => {
    const chosen = isOne ? `choice_${row}_${key}` : `choice_${row}_${key}_${option.key}`
    const value = `${key}:${option.key}`
    const price = option.price > 0 && html` + ${formatRupiah(option.price)}`
    const box = html`<input type="${isOne ? 'radio' : 'checkbox'}" name="${chosen}" value="${value}"
      data-price="${option.price}"`
    return html`<label class="tick">${box}${given[chosen] === value && html` checked`}>
      <span>${option.name}${price}</span></label>`
  })
  const hint = choicesMin > 0 ? say.required : say.upTo(choicesMax)
  return html`<fieldset><legend>${name} <small>${hint}</small></legend>${boxes}</fieldset>`
}
