import { type Html, html, lines } from '../../lib/html.ts'
import type { Needs } from '../../needs.ts'
import { pathTo } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import { texts } from '../parts/texts.ts'

/** The parts of an OpenAPI 3.1 document that this page reads. */
interface ReferenceDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

interface Operation {
  'x-example'?: Record<string, string>
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export interface ReferenceOptions {
  name: 'detailed' | 'simple'
  language: Language
}

/**
 * The document as a page to read: every endpoint with its fields, an example to paste, and the fields of its answer.
 */
export function apiReference(
  app: Needs<'config'>,
  openApiDocument: object,
  { name, language }: ReferenceOptions,
): Html {
  const document = openApiDocument as ReferenceDocument
  const say = texts[language]
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const other = name === 'detailed' ? 'simple' : 'detailed'
  const toOther = pathTo(app.config, '/docs/reference', { dialect: other, lang: language })
  const otherLink = html`<a href="${toOther}">${say.docsOtherDialect(other)}</a>`
  const tryLink = html`<a href="${pathTo(app.config, '/docs', { lang: language })}">${say.docsTry}</a>`
  const contents = operations.map(({ path, method, operation }) => {
    const link = html`<a href="#${anchor(method, path)}"><code>${method} ${path}</code></a>`
    return html`<li>${link} ${operation.summary}</li>`
  })
  return html`<main class="plain docs reference">
    <header class="card">
      <h1>${say.docsReference}</h1>
      <p>${say.docsDialect(name)} ${otherLink} · ${tryLink}</p>
      <ul>${contents}</ul>
    </header>
    ${operations.map(operation => section(app, document, { ...operation, name, language }))}
  </main>`
}

function anchor(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll('/', '-')}`
}

interface Section extends ReferenceOptions {
  path: string
  method: string
  operation: Operation
}

function section(app: Needs<'config'>, document: ReferenceDocument, shown: Section): Html {
  const { path, method, operation, language } = shown
  const say = texts[language]
  const content = operation.requestBody?.content ?? {}
  const asked = content['application/json'] ?? content['multipart/form-data']
  const answer = operation.responses?.['200']?.content?.['application/json']?.schema
  const fields = [
    ...(operation.parameters ?? []).map(({ name, schema = {}, required = false, description }) =>
      row({ name, schema, required, description }, document),
    ),
    ...rowsOf(asked?.schema, document),
  ]
  const example = lines(exampleOf(`${app.config.baseUrl}${path}`, shown))
  return html`<section class="card" id="${anchor(method, path)}">
    <h2>${operation.summary}</h2>
    <p><code>${method} ${path}</code></p>
    ${operation.description && html`<p>${operation.description}</p>`}
    ${fields.length > 0 && table(say.docsAsked, fields, language)}
    <h3>${say.docsExample}</h3>
    <pre tabindex="0"><code>${example}</code></pre>
    ${answer && table(say.docsAnswered, rowsOf(answer, document), language)}
  </section>`
}

function table(title: string, rows: Html[], language: Language): Html {
  const say = texts[language]
  const titles = [say.docsField, say.docsType, say.docsRule].map(name => html`<th>${name}</th>`)
  return html`<h3>${title}</h3>
    <div class="wide" tabindex="0">
      <table>
        <thead><tr>${titles}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>`
}

interface Row {
  name: string
  schema: Schema
  required: boolean
  description?: string | undefined
}

function row({ name, schema, required, description }: Row, document: ReferenceDocument): Html {
  const meant = resolve(schema, document)
  // The first alternative of a nullable field is the one with limits.
  const limits = meant.anyOf?.[0] ?? meant
  const rule = [
    required ? 'required' : '',
    description ?? schema.description ?? meant.description ?? '',
    limits.minimum !== undefined && limits.minimum > 0 ? `from ${limits.minimum}` : '',
    limits.maximum !== undefined && limits.maximum < Number.MAX_SAFE_INTEGER ? `to ${limits.maximum}` : '',
    limits.maxLength === undefined ? '' : `at most ${limits.maxLength} characters`,
    meant.default === undefined ? '' : `default ${String(meant.default)}`,
  ].filter(Boolean)
  const type = typeName(schema, document)
  return html`<tr><th scope="row"><code>${name}</code></th><td>${type}</td><td>${rule.join('; ')}</td></tr>`
}

const nestingMax = 3

function rowsOf(schema: Schema | undefined, document: ReferenceDocument, prefix = '', depth = 0): Html[] {
  if (!schema || depth > nestingMax) return []
  const meant = resolve(schema, document)
  // If there are fields too, the alternatives only say which of them go together.
  const forms = meant.properties ? undefined : (meant.anyOf ?? meant.oneOf)
  if (forms) return forms.flatMap(form => rowsOf(form, document, prefix, depth))
  if (meant.items) return rowsOf(meant.items, document, `${prefix}[].`.replace('.[]', '[]'), depth + 1)
  return Object.entries(meant.properties ?? {}).flatMap(([name, property]) => [
    row({ name: prefix + name, schema: property, required: depth === 0 && isAsked(meant, name) }, document),
    ...rowsOf(property, document, `${prefix}${name}.`, depth + 1),
  ])
}

// Every field of an answer is present, so only inputs are marked as required.
function isAsked(schema: Schema, name: string): boolean {
  return (schema.required ?? []).includes(name) && !('success' in (schema.properties ?? {}))
}

function resolve(schema: Schema, document: ReferenceDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? schema)
}

function typeName(schema: Schema, document: ReferenceDocument): string {
  const meant = resolve(schema, document)
  if (meant.const !== undefined) return JSON.stringify(meant.const)
  if (meant.enum) return meant.enum.map(word => JSON.stringify(word)).join(' | ')
  const forms = meant.anyOf ?? meant.oneOf
  if (forms) return [...new Set(forms.map(form => typeName(form, document)))].join(' | ')
  if (meant.items) return `array of ${typeName(meant.items, document)}`
  return [meant.type ?? 'any'].flat().join(' | ')
}

/** A command to paste, where `$KEY` is a key. */
function exampleOf(address: string, { method, operation, name }: Section): string {
  const { requestBody, parameters = [] } = operation
  const key = `-H "X-API-Key: $KEY"${name === 'simple' ? " -H 'X-API-Variant: simple'" : ''}`
  if (method === 'GET') {
    const asked = new URLSearchParams()
    for (const { name, example } of parameters) if (example !== undefined) asked.set(name, String(example))
    const search = asked.toString()
    return `curl -s ${key} '${address}${search && `?${search}`}'`
  }
  const needsItsKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)
  const headers = `${key}${needsItsKey ? " -H 'Idempotency-Key: first-one'" : ''}`
  const json = requestBody?.content['application/json']
  if (json) {
    return (
      `curl -s ${address} ${headers} -H 'Content-Type: application/json' \\\n  -d ` +
      `'${JSON.stringify(json.example ?? {})}'`
    )
  }
  const parts = Object.entries(operation['x-example'] ?? {}).map(([name, value]) => `-F '${name}=${value}'`)
  return `curl -s ${address} ${headers} ${parts.join(' ')}`
}
