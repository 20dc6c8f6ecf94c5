import type { CatalogChange, FieldChange } from '../../../catalog/import/catalog-change.ts'
import type { CatalogImport } from '../../../catalog/import/write-catalog.ts'
import { productFields } from '../../../catalog/product-fields.ts'
import { ruleFields } from '../../../catalog/rules/rule-fields.ts'
import { variantFields } from '../../../catalog/variant-fields.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Language } from '../../../web/parts/language.ts'
import { table } from '../../../web/parts/table.ts'
import { type ImportTexts, importTexts } from './import-texts.ts'

const changesShown = 200
const longMax = 60

/** Renders how many objects an import creates, changes and leaves unchanged, and each changed value. */
export function renderImportPreview(language: Language, { products, serials, changes }: CatalogImport): Html {
  const say = importTexts[language]
  const { created, changed, unchanged } = products
  const counts = [say.created(created), say.changed(changed), say.unchanged(unchanged)].join(' · ')
  const rest = changes.length - changesShown
  return html`
    <p><b>${say.of.product}:</b> ${counts}</p>
    ${serials.added > 0 && html`<p>${say.serials(serials.added)}</p>`}
    ${changes.length === 0 ? html`<p>${say.nothing}</p>` : changesTable(language, changes.slice(0, changesShown))}
    ${rest > 0 && html`<p>${say.restOf(rest)}</p>`}
    <p class="muted">${say.gone}</p>`
}

function changesTable(language: Language, changes: CatalogChange[]): Html {
  const say = importTexts[language]
  return table<CatalogChange>(
    [
      {
        title: say.of.product,
        leads: true,
        cell: ({ of, name }) => html`<span><b>${name || say.of[of]}</b><small>${say.of[of]}</small></span>`,
      },
      { title: say.becomes, cell: change => changedFields(language, change) },
    ],
    changes,
    { name: say.previewTitle },
  )
}

const described = new Map(
  [...ruleFields, ...productFields, ...variantFields].map(field => [field.property as string, field]),
)

function changedFields(language: Language, { isNew, fields }: CatalogChange): Html | Html[] {
  const say = importTexts[language]
  if (isNew) return html`<b>${say.newThing}</b>`
  const nameOf = (field: string) => described.get(field)?.short?.[language] ?? say.fields[field] ?? field
  return fields.map(change => html`<div>${nameOf(change.field)}${describeChange(say, change)}</div>`)
}

function describeChange(say: ImportTexts, { field, from, to }: FieldChange): string {
  if (from === null && to === null) return ''
  return `: ${formatValue(say, field, from)} → ${formatValue(say, field, to)}`
}

function formatValue(say: ImportTexts, field: string, value: FieldChange['to']): string {
  if (value === null || value === '') return say.none
  if (typeof value === 'boolean') return value ? say.yes : say.no
  if (typeof value === 'number')
    return amounts.has(field) || described.get(field)?.kind === 'rupiah' ? formatRupiah(value) : String(value)
  return value.length > longMax ? `${value.slice(0, longMax)}…` : value
}

const amounts = new Set(['price', 'amount', 'totalMin', 'discountMax', 'referralAmount', 'referralTotalMin'])
