import { describe, expect, test } from 'vitest'
import { endpoints } from '../../src/api/index.ts'
import { errorCodesPage, openApiDocument } from '../../src/api/openapi.ts'

const local = 'http://localhost:3000'

test.each([
  ['detailed', 'openapi.json'],
  ['simple', 'openapi.simple.json'],
] as const)('the committed OpenAPI document of the %s dialect is the one that the code makes', async (name, file) => {
  const text = `${JSON.stringify(openApiDocument(name, endpoints, local), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(`../../docs/${file}`)
})

test('the committed list of error codes is the one that the code makes', async () => {
  await expect(errorCodesPage()).toMatchFileSnapshot('../../docs/errors.md')
})

describe('what says nothing in a JSON body: the documents and the endpoints agree', () => {
  const { paths = {} } = openApiDocument('detailed', endpoints, local)
  const fields = endpoints
    .filter(({ method, takesUpload }) => method === 'POST' && !takesUpload)
    .flatMap(endpoint => {
      const { properties } = bodySchema(paths[`/api${endpoint.path}`]) as { properties: Record<string, FieldSchema> }
      return Object.entries(properties).map(([name, schema]) => ({ path: endpoint.path, name, schema, endpoint }))
    })
    // Whatever it is, it comes to qris-convert itself, which refuses it.
    .filter(({ name }) => name !== 'nominal')

  test('there are such fields', () => {
    expect(fields.length).toBeGreaterThan(30)
  })

  test.each(fields)('$path: $name', ({ name, schema, endpoint }) => {
    const isTaken = (value: unknown) =>
      !endpoint.input.safeParse({ [name]: value }).error?.issues.some(({ path }) => path[0] === name)
    expect(isTaken(null)).toBe(allows(schema, null))
    expect(isTaken('')).toBe(allows(schema, ''))
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
