import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { Refusal } from '../../lib/refusal.ts'
import { listFieldErrors } from '../../lib/refusals/field-error.ts'
import { isStorable } from '../../lib/storable.ts'

/** A request as a provider of test mode gets it. */
export interface SimulatorRequest {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** As it came. */
  body: string
  /** The parts of the path that stand for `:name` in the route. */
  params?: Record<string, string>
  /** A provider-specific failure that the sandbox was set to show. */
  fault?: string
}

export interface Answer {
  status: number
  /** A text goes out as it is, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
  delayMs?: number
  /** No answer is sent; the client waits until it gives up. */
  never?: boolean
}

/** The body as the schema wants it. Refuses `invalid_request` with every field that is wrong. */
export function readJson<Shape>(request: SimulatorRequest, schema: z.ZodType<Shape>): Shape {
  return parseChecked(schema, readBody(request.body))
}

/** Parses the query like `readBody`. */
export function readQuery<Shape>({ query }: SimulatorRequest, schema: z.ZodType<Shape>): Shape {
  return parseChecked(schema, Object.fromEntries(query))
}

/** Refuses `invalid_request` for what PostgreSQL cannot store. */
export function refuseUnstorable<Value>(value: Value, where: string): Value {
  if (isStorable(value)) return value
  throw new Refusal('invalid_request', `the ${where} holds a character that cannot be stored`)
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
