import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
} from 'zod-openapi'
import type { DialectName } from '../accounts/account.ts'
import { type OutwardType, outwardVersion } from '../events/outward.ts'
import { cures } from '../http/cures.ts'
import { refusals } from '../http/errors.ts'
import { toClientDocument } from './client-document.ts'
import { detailedDialect } from './dialects/detailed.ts'
import { type Dialect, selectShape } from './dialects/dialect.ts'
import { createEnvelopeSchema, type OutwardTable } from './dialects/outward-catalogue.ts'
import type { OutwardRow } from './dialects/outward-row.ts'
import { fillOutwardTypes } from './dialects/outward-types.ts'
import { simpleDialect } from './dialects/simple.ts'
import type { Endpoint } from './endpoint.ts'
import { TakenPaymentShape } from './taken-payment.ts'
import { type JsonSchema, makeNullable, tidySchemas } from './tidy-schemas.ts'

const dialects: Record<DialectName, Dialect> = { detailed: detailedDialect, simple: simpleDialect }

/** The endpoints of the core and of the enabled modules, and their events for webhooks. */
export interface ApiParts {
  endpoints: readonly Endpoint[]
  outward: OutwardTable
}

/**
 * Creates the OpenAPI 3.1 document of one dialect from the schemas that validate requests and type answers. `baseUrl`
 * is the address of the installation; the committed documents contain a local one.
 */
export function buildOpenApiDocument(
  name: DialectName,
  { endpoints, outward: { events } }: ApiParts,
  baseUrl: string,
): ReturnType<typeof createDocument> {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, dialects[name]) }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: `Warung API (${name})`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description: introduction[name],
    },
    servers: [{ url: baseUrl }],
    security: [{ header: [] }, { query: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map(tag => ({ name: tag })),
    paths,
    webhooks: Object.fromEntries([...events].map(([type, row]) => [type, describeWebhook(type, row)])),
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        query: { type: 'apiKey', in: 'query', name: 'apiKey' },
      },
    },
  })
  fillOutwardTypes(document, [...events.keys()])
  tidySchemas(document)
  return document
}

const common =
  'Every path works with and without the suffix `.php`. Amounts are whole rupiah. Times are `YYYY-MM-DD ' +
  'HH:MM:SS` in the time zone of the installation. A parameter with an empty value counts as omitted.'

const introduction: Record<DialectName, string> = {
  detailed: `${common} ${inDialect('detailed', 'simple')}`,
  simple: `${common} ${inDialect('simple', 'detailed')}`,
}

function inDialect(own: DialectName, other: DialectName): string {
  const header = `X-API-Variant: ${other}`
  return `This is the ${own} dialect; the header \`${header}\` selects the other one for a single request.`
}

function describeOperation(endpoint: Endpoint, dialect: Dialect): ZodOpenApiOperationObject {
  const { method, path, summary, description, tag, example, takesUpload } = endpoint
  const shape = selectShape(dialect, endpoint.answer)
  return {
    operationId: operationId(method, path, endpoint.isAlsoGet),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    // Parameters and JSON have their own place for an example; Swagger UI would send the example of a file in a form as
    // text.
    ...(takesUpload ? { 'x-example': example } : {}),
    ...(method === 'GET' ? describeQuery(endpoint) : { requestBody: describeBody(endpoint) }),
    ...(method === 'POST' ? { parameters: [{ ...idempotencyKey, required: endpoint.needsItsKey ?? false }] } : {}),
    responses: {
      '200': {
        description: 'Success',
        headers: {
          'X-Request-Id': requestId,
          'X-Unknown-Fields': unknownFields,
          ...(method === 'POST' ? { 'Idempotency-Replayed': replayed } : {}),
        },
        content: { [contentType(shape)]: { schema: shape.schema } },
      },
      ...errorResponses,
    },
  }
}

/** Describes all fields of one event type as endpoints receive it, in either dialect. */
function describeWebhook(type: OutwardType, row: OutwardRow): ZodOpenApiPathItemObject {
  const example = { ...exampleEnvelope, type, data: row.example }
  const schema = createEnvelopeSchema(type, row)
  return {
    post: {
      operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
      summary: `Sent to your webhook endpoints: ${type}`,
      tags: ['Endpoints'],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '200': { description: 'Any 2xx confirms the delivery' } },
    },
  }
}

const exampleEnvelope = {
  id: '0f2b1c9c-0d5a-5c5f-9d7b-6a1e3c8b2d40',
  version: outwardVersion,
  created_at: '2026-11-21T07:21:35.000Z',
  mode: 'live',
  sequence: 2,
}

function contentType({ file }: Pick<Dialect[keyof Dialect], 'file'>): string {
  return file ? file.type.split(';')[0]! : 'application/json'
}

function describeQuery({ input, example = {} }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams'> {
  const fields = Object.entries((input as z.ZodObject).shape as Record<string, z.ZodType>)
  const parameters = fields.map(([name, field]) => [name, describeParameter(field, example[name])])
  return { requestParams: { query: z.object(Object.fromEntries(parameters)) } }
}

function describeParameter(field: z.ZodType, example: unknown): z.ZodType {
  return field.meta({
    ...field.meta(),
    param: {
      ...(example === undefined ? {} : { example }),
      // `?status=` counts as absent, so a required parameter must not be empty.
      ...(field.safeParse(undefined).success ? { allowEmptyValue: true } : {}),
    },
  })
}

function operationId(method: string, path: string, isAlsoGet = false): string {
  const name = path.slice(1).replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
  return isAlsoGet ? `${method.toLowerCase()}${name[0]!.toUpperCase()}${name.slice(1)}` : name
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request repeated with the same key within a day gets the first response',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

const unknownFields = {
  description:
    'Request fields that this endpoint does not know: at most ten and 512 bytes, percent-encoded and separated by ' +
    'commas; absent if all are known',
  schema: { type: 'string', maxLength: 512 },
} as const

const replayed = {
  description:
    '`true` if an earlier request with the same Idempotency-Key did the work; a payment is returned in its current ' +
    'state',
  schema: { type: 'string' },
} as const

const requestId = { description: 'Identifies this request in our logs', schema: { type: 'string' } } as const

function describeBody(endpoint: Endpoint): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  const { input, example, takesPictures, takesUpload } = endpoint
  if (takesUpload) return { required: true, content: { 'multipart/form-data': { schema: input } } }
  const json = { schema: withNothing(input), ...(example === undefined ? {} : { example }) }
  return {
    required: true,
    content: {
      'application/json': json,
      ...(takesPictures ? { 'multipart/form-data': { schema: toFormSchema(input) } } : {}),
    },
  }
}

// In JSON, null means the same as a missing field. So does an empty text, which is undocumented: for a number it would
// be a union, which generators render unreadably.
function withNothing(input: z.ZodType): z.ZodType {
  const fields = Object.entries((input as z.ZodObject).shape as Record<string, z.ZodType>)
  const documented = fields.map(([name, field]) => [name, takesNothing(field) ? mayBeNothing(field) : field])
  return z.object(Object.fromEntries(documented)).meta(input.meta() ?? {})
}

// An endpoint checks a field of this type even if it is empty.
function takesNothing(field: z.ZodType): boolean {
  return field.safeParse(null).success && !field.safeParse(Symbol()).success
}

function mayBeNothing(field: z.ZodType): z.ZodType {
  const { override: own, ...meta } = field.meta() ?? {}
  return field.meta({
    ...meta,
    override(context) {
      if (typeof own === 'function') own(context)
      else Object.assign(context.jsonSchema, own)
      Object.assign(context.jsonSchema, makeNullable(context.jsonSchema as JsonSchema))
    },
  })
}

/** Returns these fields as a form, with the picture as a file. */
function toFormSchema(input: z.ZodType): z.ZodType {
  const picture = z.string().meta({ format: 'binary', description: 'JPEG, PNG, GIF or WebP' })
  return (input as z.ZodObject).extend({ image: picture }).meta(input.meta() ?? {})
}

const codes = Object.keys(refusals) as (keyof typeof refusals)[]

const ErrorBody = z
  .object({
    success: z.literal(false),
    error: z.string().describe('A human-readable message'),
    code: z.enum([...codes, 'internal']).describe('A machine-readable code, listed in docs/errors.md'),
    fields: z
      .array(
        z.object({
          path: z.string().describe("The field's path with dots, such as `amount` or `metadata.order`"),
          error: z.string(),
        }),
      )
      .optional(),
    request_id: z.string(),
    ...TakenPaymentShape.shape,
  })
  .meta({ id: 'ErrorAnswer' })

const statuses: Record<string, string> = {
  '400': 'Bad request, invalid parameter',
  '401': 'Unauthorized, invalid API key',
  '404': 'Resource not found',
  '405': 'Method not allowed',
  '409': 'The same request is still being processed',
  '422': 'The Idempotency-Key was already used with a different body',
  '429': 'Too many requests, rate limit exceeded',
  '500': 'Internal server error',
  '503': 'Temporarily unavailable; retry after Retry-After seconds',
}

const errorResponses = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [
    status,
    {
      description,
      ...(status === '400' ? { headers: { 'X-Unknown-Fields': unknownFields } } : {}),
      content: { 'application/json': { schema: ErrorBody } },
    },
  ]),
)

/**
 * Returns the documents of both dialects and of generated clients. Each is created on its first request, not at the
 * start.
 */
export function buildOpenApiDocuments(
  parts: ApiParts,
  baseUrl: string,
): Readonly<Record<DialectName | 'client', object>> {
  const made: Partial<Record<DialectName, object>> = {}
  const documentOf = (name: DialectName) => (made[name] ??= buildOpenApiDocument(name, parts, baseUrl))
  return {
    get detailed() {
      return documentOf('detailed')
    },
    get client() {
      return toClientDocument(documentOf('detailed'))
    },
    get simple() {
      return documentOf('simple')
    },
  }
}

/** Returns the list of error codes as Markdown (docs/errors.md). */
export function renderErrorCodes(): string {
  const rows = codes.map(code => {
    const { status, meaning } = refusals[code]
    return `| \`${code}\` | ${status} | ${meaning} | ${cures[code]} |`
  })
  return `# Error codes

Generated from the code; \`npm test -- test/api/openapi.test.ts -u\` updates it.

| \`code\` | Status | Meaning | What to do |
|---|---|---|---|
${rows.join('\n')}
| \`internal\` | 500 | ${internalMeans} | ${internalHelps} |
`
}

const internalMeans = 'An unexpected error occurred; it was logged with the `request_id`'
const internalHelps = 'Retry later; if the error persists, report it with the `request_id`'
