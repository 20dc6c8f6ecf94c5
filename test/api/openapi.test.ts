import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../src/accounts/account.ts'
import { toClientDocument } from '../../src/api/client-document.ts'
import { buildOpenApiDocument, renderErrorCodes } from '../../src/api/openapi.ts'
import { apiParts, endpoints } from '../kit/parts.ts'

type Document = ReturnType<typeof buildOpenApiDocument>
const documents = new Map<DialectName, Document>()

/** Returns the document of a dialect, which is built once. */
function documentOf(name: DialectName): Document {
  const document = documents.get(name) ?? buildOpenApiDocument(name, apiParts, 'http://localhost:3000')
  documents.set(name, document)
  return document
}

test.each([
  ['detailed', 'openapi.json'],
  ['simple', 'openapi.simple.json'],
] as const)('the committed OpenAPI document of the %s dialect is up to date', async (name, file) => {
  const text = `${JSON.stringify(documentOf(name), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(`../../docs/${file}`)
})

test('the committed document for client generators is up to date', async () => {
  const text = `${JSON.stringify(toClientDocument(documentOf('detailed')), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../docs/openapi.client.json')
})

test('the committed list of error codes is up to date', async () => {
  await expect(renderErrorCodes()).toMatchFileSnapshot('../../docs/errors.md')
})

test('docs/api.md lists every detailed response with fields outside of data', () => {
  const { paths = {} } = documentOf('detailed')
  const fieldsOf = ({ path, method }: (typeof endpoints)[number]) => {
    const { responses } = paths[`/api${path}`]![method === 'GET' ? 'get' : 'post']!
    const { content } = responses!['200'] as { content: Record<string, { schema: Answered }> }
    const schemas = Object.entries(content).flatMap(([type, { schema }]) => {
      return type === 'application/json' ? (schema.anyOf ?? [schema]) : []
    })
    return schemas.flatMap(({ properties = {} }) => Object.keys(properties))
  }
  const named = (line: string) => [...sentenceOf(line).matchAll(/`([a-z]+(?:-[a-z]+)+|reconciliation|redeliver)`/g)]
  const lists = ['success', 'data', 'total', 'pagination']
  const pathsOf = (found: typeof endpoints) => [...new Set(found.map(({ path }) => path.slice(1)))].sort()
  const without = endpoints.filter(one => !fieldsOf(one).includes('data'))
  const more = endpoints.filter(one => fieldsOf(one).includes('data') && fieldsOf(one).some(f => !lists.includes(f)))
  expect(pathsOf(without)).toEqual([...named('without `data`'), ...named('CSV')].map(([, name]) => name).sort())
  expect(pathsOf(more)).toEqual(
    named('More beside')
      .map(([, name]) => name)
      .sort(),
  )
})

test.each(['detailed', 'simple'] as const)('schemas and fields have distinct names in generated clients (%s)', name => {
  const { schemas = {} } = documentOf(name).components!
  const fields = Object.entries(schemas as Record<string, { properties?: Record<string, FieldSchema> }>).flatMap(
    ([schema, { properties = {} }]) =>
      Object.entries(properties).map(([field, { enum: words }]) => {
        const pascal = field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
        return { named: `${schema}${pascal}`, isSet: words !== undefined }
      }),
  )
  expect(fields.filter(({ isSet }) => isSet).length).toBeGreaterThan(5)
  expect(fields.filter(({ named, isSet }) => isSet && named in schemas)).toEqual([])
})

test.each(['openapi.json', 'openapi.simple.json', 'openapi.client.json'])('%s lists each type once', file => {
  const lists = nodesOf(JSON.parse(readFileSync(`docs/${file}`, 'utf8'))).flatMap(({ type }) =>
    Array.isArray(type) ? [type] : [],
  )
  expect(lists.length).toBeGreaterThan(100)
  expect(lists.filter(types => new Set(types).size < types.length)).toEqual([])
})

test.each(['openapi.json', 'openapi.simple.json'])('responses and webhooks of %s share their schemas', file => {
  const { schemas } = JSON.parse(readFileSync(`docs/${file}`, 'utf8')).components
  expect(Object.keys(schemas).filter(name => name.endsWith('Output'))).toEqual([])
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Bill', 'Order', 'Stock', 'ListedPayment']))
})

test('the document for client generators has no webhooks and no pattern beside a format', () => {
  const document = JSON.parse(readFileSync('docs/openapi.client.json', 'utf8'))
  expect(document.webhooks).toBe(undefined)
  const nodes = nodesOf(document)
  expect(nodes.filter(({ format, pattern }) => typeof format === 'string' && pattern !== undefined)).toEqual([])
})

test.each(['openapi.json', 'openapi.simple.json', 'openapi.client.json'])(
  'every schema of %s is used by a path',
  file => {
    const { paths, components } = JSON.parse(readFileSync(`docs/${file}`, 'utf8'))
    const used = new Set(nodesOf([paths, components]).map(({ $ref }) => $ref))
    const names = Object.keys(components.schemas)
    expect(names.filter(name => !used.has(`#/components/schemas/${name}`))).toEqual([])
  },
)

test('patterns contain only escapes that PCRE supports, because the PHP client checks them there', () => {
  const patterns = nodesOf(JSON.parse(readFileSync('docs/openapi.client.json', 'utf8'))).map(({ pattern }) => pattern)
  expect(patterns.filter(pattern => typeof pattern === 'string').length).toBeGreaterThan(5)
  expect(patterns.filter(pattern => /\\[FLlUu]/.test(String(pattern)))).toEqual([])
})

test('bounds have the form of OpenAPI 3.0, because a Go generator fails on the newer one', () => {
  expect(readFileSync('docs/openapi.json', 'utf8')).not.toMatch(/exclusiveM(in|ax)imum/)
})

interface Answered {
  properties?: object
  anyOf?: Answered[]
}

/** Returns the entry under "Two dialects" with this text. */
function sentenceOf(words: string): string {
  const section = readFileSync('docs/api.md', 'utf8').split('## Two dialects\n')[1]!.split('\n## ')[0]!
  return section
    .split('\n* ')
    .find(entry => entry.includes(words))!
    .split('\n\n')[0]!
}

describe('empty values in a JSON body, documented and accepted alike', () => {
  const { paths = {} } = documentOf('detailed')
  const fields = endpoints
    .filter(({ method, takesUpload }) => method === 'POST' && !takesUpload)
    .flatMap(endpoint => {
      const { properties } = bodySchema(paths[`/api${endpoint.path}`]) as { properties: Record<string, FieldSchema> }
      return Object.entries(properties).map(([name, schema]) => ({
        path: endpoint.path,
        name,
        schema,
        endpoint,
      }))
    })
    // Any value reaches qris-convert itself, which refuses it.
    .filter(({ name }) => name !== 'nominal')

  test('some fields accept empty values', () => {
    expect(fields.length).toBeGreaterThan(30)
  })

  test.each(fields)('$path treats an empty $name as documented', ({ name, schema, endpoint }) => {
    const isTaken = (value: unknown) =>
      !endpoint.input.safeParse({ [name]: value }).error?.issues.some(({ path }) => path[0] === name)
    expect(isTaken(null)).toBe(allows(schema, null))
    if (allows(schema, '')) expect(isTaken('')).toBe(true)
  })
})

interface FieldSchema {
  type?: string | string[]
  enum?: unknown[]
  minLength?: number
  pattern?: string
  anyOf?: FieldSchema[]
}

function bodySchema(operations: unknown): unknown {
  const { post } = operations as { post: { requestBody: { content: Record<string, { schema: unknown }> } } }
  return post.requestBody.content['application/json']!.schema
}

function allows({ type, enum: words, minLength = 0, pattern = '', anyOf }: FieldSchema, value: '' | null): boolean {
  if (anyOf) return anyOf.some(form => allows(form, value))
  if (words) return words.includes(value)
  const types = [type].flat()
  return value === null
    ? types.includes('null')
    : types.includes('string') && minLength === 0 && RegExp(pattern, 'u').test('')
}

describe.each(['detailed', 'simple'] as const)('client generators and the %s document', dialect => {
  const document = documentOf(dialect)
  const schemas = document.components!.schemas as Record<string, object>
  const everything = nodesOf(document)

  test('no schema name is a reserved word in a target language', () => {
    expect(Object.keys(schemas).filter(name => ['File', 'Event', 'Error'].includes(name))).toEqual([])
  })

  test('only an object, a closed set or a named schema is in a union with null', () => {
    const unions = everything.flatMap(({ anyOf }) => (Array.isArray(anyOf) ? [anyOf] : []))
    const withNothing = unions.filter(forms => forms.some(form => form.type === 'null' || form.enum?.includes(null)))
    expect(withNothing.filter(forms => !forms.some(form => form.$ref || form.properties || form.enum))).toEqual([])
    expect(everything.filter(({ enum: words }) => Array.isArray(words) && words.includes(''))).toEqual([])
  })

  test('a nullable closed set has a name, excludes null, and its words remain distinct in Go', () => {
    expect(everything.filter(({ enum: words }) => Array.isArray(words) && words.includes(null))).toEqual([])
    const names = ['FailureKind', 'OrderEnd', 'ReviewReason', 'Simulation']
    for (const name of names) expect(schemas[name], name).toMatchObject({ type: 'string' })
    const { problem_code } = (schemas.MoneySource as { properties: Record<string, object> }).properties
    expect(problem_code).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/FailureKind' }, { type: 'null' }] })
    const sets = Object.values(schemas) as { enum?: string[]; 'x-enum-varnames'?: string[] }[]
    const words = sets.flatMap(set => (set.enum ? (set['x-enum-varnames'] ?? set.enum) : []))
    expect(new Set(words).size).toBe(words.length)
    expect(words).toContain('REVIEW_REASON_CANCELLED')
  })

  test('the document mentions no internal specification', () => {
    expect(JSON.stringify(document)).not.toMatch(/\(spec|spec \d/)
  })

  test('addresses and pictures are described as such, and limits can be null', () => {
    const { properties } = bodySchema(document.paths!['/api/create-payment']) as { properties: Record<string, object> }
    expect(properties).toMatchObject({
      redirect_url: { type: ['string', 'null'], format: 'uri' },
      callback_url: { format: 'uri' },
      file_id: { type: ['integer', 'null'] },
      metadata: { type: ['object', 'null'] },
      use_qris_converter: { type: ['boolean', 'null'] },
    })
    const convert = bodySchema(document.paths!['/api/qris-convert']) as { properties: Record<string, object> }
    expect(convert.properties).toMatchObject({ image: { format: 'byte' }, image_url: { format: 'uri' } })
    expect(schemas.PaymentMethod).toMatchObject({ properties: { max_amount: { type: ['integer', 'null'] } } })
  })
})

interface Node {
  $ref?: unknown
  type?: unknown
  format?: unknown
  pattern?: unknown
  anyOf?: { type?: unknown; enum?: unknown[]; $ref?: string; properties?: object }[]
  enum?: unknown[]
}

function nodesOf(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  return [node as Node, ...Object.values(node).flatMap(nodesOf)]
}
