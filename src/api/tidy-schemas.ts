/** Rewrites the schemas of an OpenAPI document in place, in a form that client generators handle well. */
export function tidySchemas(document: { paths?: object; webhooks?: object; components?: object }): void {
  joinNull(document)
  shareSchemas(document)
  const { schemas } = document.components as { schemas: Record<string, JsonSchema> }
  nameSets({ ...document, components: Object.values(schemas) }, schemas)
  const used = findUsedNames(document.paths, schemas)
  inlineWebhooks(document.webhooks, schemas, used)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}

/** Returns the names of the schemas that a part of a document refers to, directly or through another schema. */
export function findUsedNames(part: unknown, schemas: object, used = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return used
  const name = definitionName(part)
  if (name !== undefined && !used.has(name)) {
    used.add(name)
    findUsedNames((schemas as Record<string, unknown>)[name], schemas, used)
  }
  for (const inner of Object.values(part)) findUsedNames(inner, schemas, used)
  return used
}

const prefix = '#/components/schemas/'

function definitionName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

/**
 * Inlines schemas that only webhooks use. oapi-codegen leaves out schemas that no path uses, and its code for the
 * webhooks does not compile without them.
 */
function inlineWebhooks(node: unknown, schemas: Record<string, JsonSchema>, used: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const name = definitionName(node)
  if (name !== undefined && !used.has(name)) {
    delete (node as JsonSchema).$ref
    Object.assign(node, structuredClone(schemas[name]))
  }
  for (const inner of Object.values(node)) inlineWebhooks(inner, schemas, used)
}

/**
 * Merges the two schemas that an answer and a webhook have for the same thing. The library creates two, `Bill` and
 * `BillOutput`, because an answer forbids additional fields. The open one is kept, since a later release may add fields
 * to both.
 */
function shareSchemas(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { $ref } = node as JsonSchema
  if ($ref !== undefined) (node as JsonSchema).$ref = $ref.replace(/Output$/, '')
  for (const [key, inner] of Object.entries(node)) {
    if (key === 'schemas') for (const name of outputsOf(inner)) delete inner[name]
    shareSchemas(inner)
  }
}

const outputsOf = (schemas: object) => Object.keys(schemas).filter(name => name.endsWith('Output'))

/**
 * Writes a nullable value as one type with two names, `type: ['integer', 'null']`. For a union, generators create a
 * separate class, and some of them crash. A union with a named schema stays.
 */
function joinNull(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { anyOf } = node as { anyOf?: JsonSchema[] }
  const form = anyOf?.length === 2 && anyOf[1]!.type === 'null' ? anyOf[0]! : undefined
  if (typeof form?.type === 'string') {
    delete (node as JsonSchema).anyOf
    Object.assign(node, { ...form, ...node }, makeNullable(form))
  }
  for (const inner of Object.values(node)) joinNull(inner)
}

/**
 * Moves each enum that has a title to a named schema (nullable ones must have one). Its field refers to that schema, in
 * a union with null if it is nullable: if null were a member, the Python client would create a class for each use. In
 * Go all constants share one namespace, so each value's name includes that of its enum.
 */
function nameSets(node: unknown, named: Record<string, JsonSchema>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, inner] of Object.entries(node as Record<string, JsonSchema>)) {
    const { title, enum: words, type: _type, ...described } = inner ?? {}
    if (Array.isArray(words) && (title !== undefined || words.includes(null))) {
      if (title === undefined) throw new Error(`Bug: the closed set "${key}" may be null and has no title`)
      const set = words.filter(word => word !== null).map(String)
      const names = set.map(word => `${title.replace(/(?<=[a-z])(?=[A-Z])/g, '_')}_${word}`.toUpperCase())
      named[title] = { type: 'string', enum: set, 'x-enum-varnames': names }
      const itself = { $ref: `#/components/schemas/${title}` }
      const field = words.includes(null) ? { anyOf: [itself, { type: 'null' }] } : itself
      Object.assign(node, { [key]: { ...described, ...field } })
    } else {
      nameSets(inner, named)
    }
  }
}

export interface JsonSchema {
  $ref?: string
  title?: string
  'x-enum-varnames'?: string[]
  type?: string | string[]
  enum?: unknown[]
  anyOf?: JsonSchema[]
}

/** Returns the schema of a value that may also be null. */
export function makeNullable({ type, enum: words }: JsonSchema): JsonSchema {
  return { type: [...new Set([type ?? [], 'null'].flat())], ...(words ? { enum: [...words, null] } : {}) }
}
