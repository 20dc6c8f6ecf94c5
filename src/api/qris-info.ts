import { z } from 'zod'
import { parseQris } from '../qris/parse-qris.ts'
import { defineEndpoint } from './endpoint.ts'
import { findSourceName } from './qris-convert.ts'
import {
  addFieldToRefusal,
  documentSourceRule,
  exampleQris,
  readQrisSource,
  sourceFields,
  sourceRule,
} from './qris-source.ts'

/** GET /api/qris-info (contract 4.4): reads any EMV code; `is_valid` is true if it can be trusted. */
export const qrisInfoEndpoint = defineEndpoint({
  method: 'GET',
  path: '/qris-info',
  tag: 'QRIS',
  summary: 'Decode a QRIS',
  example: { qris: exampleQris },
  scope: ['read', 'payments'],
  input: z.object({ qris: z.string('is required').min(1, 'is required') }),
  answer: 'qrisInfo',
  handle: async (_app, _standing, { qris }) => addFieldToRefusal('qris', () => parseQris(qris)),
})

/** POST /api/qris-info: accepts the same inputs as qris-convert, without `nominal`. */
export const qrisInfoFromPictureEndpoint = defineEndpoint({
  method: 'POST',
  path: '/qris-info',
  tag: 'QRIS',
  summary: 'Decode a QRIS from text or a picture',
  description: sourceRule,
  isAlsoGet: true,
  example: { qris: exampleQris },
  scope: ['read', 'payments'],
  input: z.object(sourceFields).meta({ override: ({ jsonSchema }) => documentSourceRule(jsonSchema) }),
  takesPictures: true,
  answer: 'qrisInfo',
  async prepare(app, standing, input, request) {
    return { source: findSourceName(input), text: await readQrisSource(app, input, request, standing.accountId) }
  },
  handle: (_app, _standing, { source, text }) => addFieldToRefusal(source, () => parseQris(text)),
})
