import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDeclarations } from './types/read-declarations.ts'
import type { ClientDocument } from './types/schema.ts'
import { surface } from './types/surface.ts'
import { writeGo } from './types/write-go.ts'
import { writePhp } from './types/write-php.ts'
import { writePython } from './types/write-python.ts'
import { writeTypeScript } from './types/write-typescript.ts'

const root = path.join(import.meta.dirname, '../..')
const document: ClientDocument = JSON.parse(readFileSync(path.join(root, 'docs/openapi.client.json'), 'utf8'))
const declarations = readDeclarations(document)

const files = [
  ['sdk-typescript/src/api-types.ts', writeTypeScript],
  ['sdk-python/warung/types.py', writePython],
  ['sdk-php/src/Types.php', writePhp],
  ['sdk-go/types.go', writeGo],
] as const

describe('the types of the SDKs', () => {
  test.each(files)('packages/%s matches the OpenAPI document', async (file, write) => {
    await expect(write(declarations)).toMatchFileSnapshot(`../../packages/${file}`)
  })

  test('types describe every call of the SDKs, because a name missing in the document would omit its types', () => {
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    const known = operations.map(({ operationId }) => operationId)
    expect(Object.keys(surface).filter(name => !known.includes(name))).toEqual([])
    expect(declarations.length).toBeGreaterThan(40)
  })
})
