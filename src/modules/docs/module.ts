import type { Module } from '../module.ts'
import { createApiDocumentsRouter } from './web/api-documents.ts'
import { createDocsPages } from './web/docs-page.ts'
import { helpFinder } from './web/find-help.ts'

/** The reference of the API, its documents for programs, and the manual of the shop. */
export const docs: Module = {
  name: 'docs',
  summary: 'The reference of the API with its OpenAPI documents, and the manual',
  documents: (app, { documents, demoKey }) => ({
    pages: createDocsPages(documents, demoKey),
    router: createApiDocumentsRouter(app, documents),
  }),
  slots: {
    manual: [{ chapters: '/docs/manual', reference: '/docs', errors: '/docs/errors', document: '/openapi.json' }],
    finders: [helpFinder],
  },
}
