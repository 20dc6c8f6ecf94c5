import type { ClientDocument, Declaration, Field, Operation, Schema, Shape } from './schema.ts'
import { surface } from './surface.ts'

/**
 * Reads the types for an SDK from the document for client generators: the fields of each call, its answer, and every
 * component that these refer to, sorted by name.
 */
export function readDeclarations(document: ClientDocument): Declaration[] {
  const declarations = new Map<string, Declaration>()
  const { schemas } = document.components

  function declareComponent(name: string): void {
    if (!declarations.has(name)) declare(name, schemas[name]!, false)
  }

  function declare(name: string, schema: Schema, isSent: boolean, leftOut: string[] = []): void {
    const declaration: Declaration = { name, isSent, fields: [], words: schema.enum ?? [] }
    declarations.set(name, declaration)
    for (const [field, value] of Object.entries(schema.properties ?? {})) {
      if (leftOut.includes(field)) continue
      const isRequired = schema.required?.includes(field) ?? false
      declaration.fields.push(fieldOf({ name: field, schema: value, isRequired, owner: declaration }))
    }
  }

  function fieldOf(input: { name: string; schema: Schema; isRequired: boolean; owner: Declaration }): Field {
    const { name, schema, isRequired, owner } = input
    return {
      name,
      isRequired,
      isNullable: typesOf(schema).includes('null') || (schema.anyOf ?? []).some(({ type }) => type === 'null'),
      description: schema.description ?? '',
      shape: shapeOf(schema, `${owner.name}${pascal(name)}`, owner.isSent),
    }
  }

  function shapeOf(schema: Schema, name: string, isSent: boolean): Shape {
    if (schema.$ref) {
      const component = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
      declareComponent(component)
      return { kind: 'named', name: component }
    }
    if (schema.anyOf) {
      const some = schema.anyOf.filter(({ type }) => type !== 'null').map(one => shapeOf(one, name, isSent))
      return some.length === 1 ? some[0]! : { kind: 'either', of: some }
    }
    return schema.enum ? { kind: 'words', words: schema.enum } : shapeOfType(schema, name, isSent)
  }

  function shapeOfType(schema: Schema, name: string, isSent: boolean): Shape {
    const [type] = typesOf(schema).filter(one => one !== 'null')
    if (type === 'array') return { kind: 'list', of: shapeOf(schema.items!, `${name}Entry`, isSent) }
    if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0) {
      declare(name, schema, isSent)
      return { kind: 'named', name }
    }
    if (type === 'object') return { kind: 'map', of: shapeOf(schema.additionalProperties ?? {}, name, isSent) }
    return { kind: plain(type) }
  }

  for (const operation of Object.values(document.paths).flatMap(path => Object.values(path))) {
    const call = surface[operation.operationId]
    if (!call) continue
    if (call.params) declare(call.params, inputOf(operation), true, call.id ? [call.id] : [])
    const answers = answersOf(operation)
    for (const answer of answers) {
      const returned = call.returns === 'whole' ? withoutSuccess(answer) : answer.properties![call.returns ?? 'data']!
      shapeOf(returned, call.answer ?? operation.operationId, false)
    }
  }
  declareComponent('ErrorAnswer')
  return [...declarations.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function inputOf({ parameters = [], requestBody }: Operation): Schema {
  if (requestBody) return requestBody.content['application/json']!.schema
  const query = parameters.filter(parameter => parameter.in === 'query')
  return {
    properties: Object.fromEntries(query.map(({ name, schema, description }) => [name, { description, ...schema }])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  } as Schema
}

function answersOf({ responses }: Operation): Schema[] {
  const { schema } = responses['200']!.content!['application/json']!
  return schema.anyOf ?? [schema]
}

function withoutSuccess({ properties = {}, ...schema }: Schema): Schema {
  const { success: _success, ...fields } = properties
  return { ...schema, properties: fields }
}

function typesOf({ type = [] }: Schema): string[] {
  return [type].flat()
}

function plain(type: string | undefined): 'text' | 'integer' | 'number' | 'boolean' | 'anything' {
  if (type === 'string') return 'text'
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'anything'
}

/** Converts a name to Pascal case: `paid_at` to `PaidAt`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
