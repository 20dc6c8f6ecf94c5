import { type Html, html } from '../../../lib/html.ts'
import type { Language } from '../../../web/parts/language.ts'
import { docsTexts } from '../texts/docs-texts.ts'
import type { ListedOperation, OpenApiDocument, Operation, Schema } from './openapi-document.ts'

/** Renders the table of an endpoint's input, its parameters and the fields of its body; null if it takes none. */
export function requestTable(
  document: OpenApiDocument,
  { operation }: ListedOperation,
  language: Language,
): Html | null {
  const content = operation.requestBody?.content ?? {}
  const bodyContent = content['application/json'] ?? content['multipart/form-data']
  const reference = { document, language }
  const rows = [
    ...(operation.parameters ?? []).map(({ name, schema = {}, required = false, description }) =>
      fieldRow({ name, schema, required, description }, reference),
    ),
    ...fieldRows(bodyContent?.schema, reference),
  ]
  return rows.length === 0 ? null : fieldTable(docsTexts[language].request, rows, language)
}

/** Renders the table of an endpoint's answer; null if it answers with a file. */
export function answerTable(
  document: OpenApiDocument,
  { operation }: ListedOperation,
  language: Language,
): Html | null {
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  return answer ? fieldTable(docsTexts[language].answer, fieldRows(answer, { document, language }), language) : null
}

/** Renders the table of the body that a webhook receives for one event type: every field is present. */
export function sentTable(document: OpenApiDocument, { requestBody }: Operation, language: Language): Html {
  const { schema } = requestBody!.content['application/json']!
  return fieldTable(
    docsTexts[language].fields,
    fieldRows({ ...schema, required: [] }, { document, language }),
    language,
  )
}

function fieldTable(title: string, rows: Html[], language: Language): Html {
  const say = docsTexts[language]
  return html`<h2>${title}</h2><div class="wide" tabindex="0"><table>
<thead><tr><th>${say.field}</th><th>${say.type}</th><th>${say.rule}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}

interface Reference {
  document: OpenApiDocument
  language: Language
}

interface Row {
  name: string
  schema: Schema
  required: boolean
  description?: string | undefined
}

function fieldRow({ name, schema, required, description }: Row, { document, language }: Reference): Html {
  const say = docsTexts[language]
  const meant = resolveSchema(schema, document)
  // The first alternative of a nullable field is the one with limits.
  const limits = meant.anyOf?.[0] ?? meant
  const rule = [
    required ? say.required : '',
    description ?? schema.description ?? meant.description ?? '',
    limits.minimum !== undefined && limits.minimum > 0 ? say.from(limits.minimum) : '',
    limits.maximum !== undefined && limits.maximum < Number.MAX_SAFE_INTEGER ? say.to(limits.maximum) : '',
    limits.maxLength === undefined ? '' : say.characters(limits.maxLength),
    meant.default === undefined ? '' : say.usual(String(meant.default)),
  ].filter(Boolean)
  return html`<tr><th scope="row"><code>${name}</code></th><td>${typeName(schema, { document, language })}</td>
<td>${rule.join('; ')}</td></tr>`
}

const nestingMax = 3

function fieldRows(schema: Schema | undefined, reference: Reference, prefix = '', depth = 0): Html[] {
  if (!schema || depth > nestingMax) return []
  const meant = resolveSchema(schema, reference.document)
  // Besides fields, the alternatives only show which fields belong together.
  const forms = meant.properties ? undefined : (meant.anyOf ?? meant.oneOf)
  if (forms) return forms.flatMap(form => fieldRows(form, reference, prefix, depth))
  if (meant.items) return fieldRows(meant.items, reference, `${prefix}[].`.replace('.[]', '[]'), depth + 1)
  return Object.entries(meant.properties ?? {}).flatMap(([name, property]) => [
    fieldRow({ name: prefix + name, schema: property, required: depth === 0 && isAsked(meant, name) }, reference),
    ...fieldRows(property, reference, `${prefix}${name}.`, depth + 1),
  ])
}

// In an answer every field is present, so marking it would be noise: only inputs mark required fields.
function isAsked(schema: Schema, name: string): boolean {
  return (schema.required ?? []).includes(name) && !('success' in (schema.properties ?? {}))
}

function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? schema)
}

function typeName(schema: Schema, reference: Reference): string {
  const meant = resolveSchema(schema, reference.document)
  if (meant.const !== undefined) return JSON.stringify(meant.const)
  if (meant.enum) return meant.enum.map(word => JSON.stringify(word)).join(' | ')
  const forms = meant.anyOf ?? meant.oneOf
  if (forms) return [...new Set(forms.map(form => typeName(form, reference)))].join(' | ')
  if (meant.items) return docsTexts[reference.language].arrayOf(typeName(meant.items, reference))
  return [meant.type ?? 'any'].flat().join(' | ')
}
