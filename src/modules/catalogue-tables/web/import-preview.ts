import type { CatalogChange, FieldChange } from '../../../catalog/import/catalog-change.ts'
import type { CatalogImport } from '../../../catalog/import/write-catalog.ts'
import { listCouponFields } from '../../../catalog/import/write-shop.ts'
import { productFields } from '../../../catalog/product-fields.ts'
import { ruleFields } from '../../../catalog/rules/rule-fields.ts'
import { variantFields } from '../../../catalog/variant-fields.ts'
import type { Field } from '../../../lib/fields/field.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { table } from '../../../web/parts/table.ts'
import { type ImportTexts, importTexts } from '../texts/import-texts.ts'

const changesShown = 200
const longMax = 60

/** Renders how many objects an import creates, changes and leaves unchanged, and each changed value. */
export function renderImportPreview(
  { slots }: Pick<App, 'slots'>,
  language: Language,
  { products, serials, changes }: CatalogImport,
): Html {
  const fields: Described = new Map(
    [...ruleFields, ...productFields, ...variantFields, ...(listCouponFields({ slots }) ?? [])].map(field => [
      field.property,
      field,
    ]),
  )
  const say = importTexts[language]
  const { created, changed, unchanged } = products
  const counts = [say.created(created), say.changed(changed), say.unchanged(unchanged)].join(' · ')
  const shown = changes.slice(0, changesShown)
  const rest = changes.length - shown.length
  return html`
    <p><b>${say.of.product}:</b> ${counts}</p>
    ${serials.added > 0 && html`<p>${say.serials(serials.added)}</p>`}
    ${changes.length === 0 ? html`<p>${say.nothing}</p>` : changesTable(language, shown, fields)}
    ${rest > 0 && html`<p>${say.restOf(rest)}</p>`}
    <p class="muted">${say.gone}</p>`
}

type Described = ReadonlyMap<string, Field>

function changesTable(language: Language, changes: CatalogChange[], described: Described): Html {
  const say = importTexts[language]
  return table<CatalogChange>(
    [
      {
        title: say.of.product,
        leads: true,
        cell: ({ of, name }) => html`<span><b>${name || say.of[of]}</b><small>${say.of[of]}</small></span>`,
      },
      { title: say.becomes, cell: change => changedFields(language, change, described) },
    ],
    changes,
    { name: say.previewTitle },
  )
}

function changedFields(language: Language, { isNew, fields }: CatalogChange, described: Described): Html | Html[] {
  const say = importTexts[language]
  if (isNew) return html`<b>${say.newThing}</b>`
  const nameOf = (field: string) => described.get(field)?.short?.[language] ?? say.fields[field] ?? field
  const isAmount = (field: string) => amounts.has(field) || described.get(field)?.kind === 'rupiah'
  return fields.map(
    change => html`<div>${nameOf(change.field)}${describeChange(say, change, isAmount(change.field))}</div>`,
  )
}

function describeChange(say: ImportTexts, { from, to }: FieldChange, isAmount: boolean): string {
  if (from === null && to === null) return ''
  return `: ${formatValue(say, from, isAmount)} → ${formatValue(say, to, isAmount)}`
}

function formatValue(say: ImportTexts, value: FieldChange['to'], isAmount: boolean): string {
  if (value === null || value === '') return say.none
  if (typeof value === 'boolean') return value ? say.yes : say.no
  if (typeof value === 'number') return isAmount ? formatRupiah(value) : String(value)
  return value.length > longMax ? `${value.slice(0, longMax)}…` : value
}

const amounts = new Set(['price', 'amount', 'referralAmount', 'referralTotalMin'])
