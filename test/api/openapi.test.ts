import { expect, test } from 'vitest'
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
