import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { Refusal } from '../../lib/refusal.ts'
import { listFieldErrors } from '../../lib/refusals/field-error.ts'
import { isStorable } from '../../lib/storable.ts'

/** A request to a provider of test mode. */
export interface SimulatorRequest {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The raw body. */
  body: string
  /** The parts of the path that match `:name` in the route. */
  params?: Record<string, string>
  /** The provider-specific fault for the sandbox to simulate. */
  fault?: string
}

export interface SimulatorAnswer {
  status: number
  /** The body; a text is sent unchanged, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
  delayMs?: number
  /** Whether to send no answer, so that the client waits until its timeout. */
  never?: boolean
}

/** Returns the body parsed by the schema. Refuses `invalid_request` with every invalid field. */
export function readJson<Shape>(request: SimulatorRequest, schema: z.ZodType<Shape>): Shape {
  return parseChecked(schema, readBody(request.body))
}

/** Parses the query in the same way as `readBody` parses the body. */
export function readQuery<Shape>({ query }: SimulatorRequest, schema: z.ZodType<Shape>): Shape {
  return parseChecked(schema, Object.fromEntries(query))
}

/** Refuses `invalid_request` for text that PostgreSQL cannot store. */
export function refuseUnstorable<Value>(value: Value, location: string): Value {
  if (isStorable(value)) return value
  throw new Refusal('invalid_request', `the ${location} holds a character that cannot be stored`)
}

function parseChecked<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = listFieldErrors(parsed.error.issues, value)
  throw new Refusal('invalid_request', fields.map(({ path, error }) => `${path || 'body'}: ${error}`).join('; '), {
    fields,
  })
}

function readBody(text: string): unknown {
  const parsed = parseJson(text)
  if (parsed === undefined) throw new Refusal('invalid_request', 'the body is not JSON')
  return refuseUnstorable(parsed, 'body')
}
