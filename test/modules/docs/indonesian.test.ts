import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDocsPages } from '../../../src/modules/docs/web/docs-page.ts'
import type { OpenApiDocument } from '../../../src/modules/docs/web/openapi-document.ts'
import { toIndonesian } from '../../../src/modules/docs/web/reference-id.ts'
import { findRow, outwardTypes } from '../../kit/outward.ts'

const docs = path.join(import.meta.dirname, '../../../docs')
// This name is the same in both languages.
const isSame = (sentence: string) => sentence === 'QRIS'

test.each(['openapi.json', 'openapi.simple.json'])(
  'every title, description and rule of %s that a page shows is translated into Indonesian',
  file => {
    const english = JSON.parse(readFileSync(path.join(docs, file), 'utf8')) as OpenApiDocument
    const before = listSentences(english)
    const after = listSentences(toIndonesian(english))
    expect(before.length).toBeGreaterThan(500)
    const missing = before.filter((sentence, index) => sentence === after[index] && !isSame(sentence))
    expect([...new Set(missing)]).toEqual([])
  },
)

test('the Indonesian document differs from the English one only in its sentences', () => {
  const english = JSON.parse(readFileSync(path.join(docs, 'openapi.json'), 'utf8')) as OpenApiDocument
  const indonesian = toIndonesian(english)
  expect(Object.keys(indonesian.paths)).toEqual(Object.keys(english.paths))
  const { schema } = indonesian.paths['/api/create-payment']!.post!.requestBody!.content['application/json']!
  expect(schema?.properties ?? schema?.anyOf?.[0]?.properties).toHaveProperty('description')
  for (const [address, methods] of Object.entries(english.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const translated = indonesian.paths[address]![method]!
      expect(translated.operationId).toBe(operation.operationId)
      expect(translated.tags.every(tag => indonesian.tags.some(({ name }) => name === tag))).toBe(true)
      expect(translated.requestBody?.content['application/json']?.example).toEqual(
        operation.requestBody?.content['application/json']?.example,
      )
    }
  }
})

test('the API document is not built at startup but for its first reader, in either language', () => {
  const unread = () => {
    throw new Error('a document was built')
  }
  const documents = Object.defineProperties(
    {},
    { detailed: { get: unread }, simple: { get: unread }, client: { get: unread } },
  )
  expect(createDocsPages(documents as Parameters<typeof createDocsPages>[0], () => '')).not.toEqual([])
})

test('event types have different names in each language', () => {
  for (const language of ['id', 'en'] as const) {
    const titles = outwardTypes.map(type => findRow(type).title[language])
    expect(new Set(titles).size).toBe(outwardTypes.length)
  }
})

/** Returns the titles, descriptions and group names of a document, as its pages show them. */
function listSentences({ tags, paths, webhooks, components }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap(methods =>
    Object.values(methods).map(({ responses, ...operation }) => [operation, responses['200']?.content]),
  )
  const bodies = Object.values(webhooks).map(({ post }) => post.requestBody)
  return [...tags.map(({ name }) => name), ...listIn([operations, bodies, components.schemas])]
}

function listIn(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example') return []
    if (key === 'properties') return Object.values(value as object).flatMap(listIn)
    return /^(summary|description)$/.test(key) && typeof value === 'string' ? [value] : listIn(value)
  })
}
