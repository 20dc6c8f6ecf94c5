import { z } from 'zod'
import { refuseField } from '../lib/refusal.ts'
import { convertQris, NOMINAL_MAX } from '../qris/convert-qris.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  addFieldToRefusal,
  documentSourceRule,
  exampleQris,
  readQrisSource,
  sourceFields,
  sourceRule,
} from './qris-source.ts'

const QrisConvertBody = z
  .object({
    nominal: z
      .unknown()
      .optional()
      .meta({ override: { type: 'integer', minimum: 1, maximum: NOMINAL_MAX }, description: 'Whole rupiah' }),
    ...sourceFields,
  })
  // Any invalid value, or a missing one, is `invalid_nominal`.
  .meta({
    override({ jsonSchema }) {
      jsonSchema.required = [...(jsonSchema.required ?? []), 'nominal']
      documentSourceRule(jsonSchema)
    },
  })

/** POST /api/qris-convert (contract 4.4): a static QRIS becomes a dynamic one with the amount inside. */
export const qrisConvertEndpoint = defineEndpoint({
  method: 'POST',
  path: '/qris-convert',
  tag: 'QRIS',
  summary: 'Convert a static QRIS to a dynamic one',
  description: sourceRule,
  example: { nominal: 15000, qris: exampleQris },
  scope: ['read', 'payments'],
  input: QrisConvertBody,
  takesPictures: true,
  answer: 'qrisConverted',
  async prepare(app, standing, input, request) {
    const nominal = readNominal(input.nominal, request.isForm)
    return {
      nominal,
      source: findSourceName(input),
      text: await readQrisSource(app, input, request, standing.accountId),
    }
  },
  handle: (_app, _standing, { nominal, source, text }) => addFieldToRefusal(source, () => convertQris(text, nominal)),
})

// A form contains numbers only as text.
function readNominal(nominal: unknown, isForm: boolean): number {
  const value = isForm && typeof nominal === 'string' && /^\d{1,13}$/.test(nominal) ? Number(nominal) : nominal
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > NOMINAL_MAX) {
    throw refuseField(
      'nominal',
      `is whole rupiah from 1 to ${NOMINAL_MAX}`,
      { code: 'out_of_range', min: 1, max: NOMINAL_MAX },
      { reason: 'invalid_nominal' },
    )
  }
  return value
}

export function findSourceName(input: { qris?: unknown; image?: unknown }): string {
  if (input.qris !== undefined) return 'qris'
  return input.image === undefined ? 'image_url' : 'image'
}
