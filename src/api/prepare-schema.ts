import { z } from 'zod'

/** Returns a schema that gives the same result for this input as the full schema. */
export type PreparedSchema<Input> = (fields: Record<string, unknown>) => z.ZodType<Input>

/** Most callers always send the same few fields; callers whose fields keep changing get the full schema. */
const preparedMax = 32

/**
 * Compiles a schema of many optional fields, of which a request usually has a few. Absent fields without a default are
 * left out, once for each combination of fields.
 */
export function prepareSchema<Input>(schema: z.ZodType<Input>): PreparedSchema<Input> {
  const names = namesToLeaveOut(schema)
  if (names.length === 0) return () => schema
  const prepared = new Map<string, z.ZodType<Input>>()
  return fields => {
    let there = ''
    for (const name of names) there += name in fields ? '1' : '0'
    const known = prepared.get(there)
    if (known) return known
    if (prepared.size >= preparedMax) return schema
    const left = Object.fromEntries(names.filter(name => !(name in fields)).map(name => [name, true]))
    const without = (schema as unknown as z.ZodObject).omit(left as never) as unknown as z.ZodType<Input>
    prepared.set(there, without)
    return without
  }
}

const preparedSchemas = new WeakMap<z.ZodType, PreparedSchema<unknown>>()

/** Returns the prepared schema, which all routers of this process share. */
export function findPreparedSchema(schema: z.ZodType): PreparedSchema<unknown> {
  const existing = preparedSchemas.get(schema)
  if (existing) return existing
  const prepared = prepareSchema(schema)
  preparedSchemas.set(schema, prepared)
  return prepared
}

// A schema with a condition over several fields is left unchanged.
function namesToLeaveOut(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject) || (schema.def.checks ?? []).length > 0) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field as z.ZodType, undefined)
    return parsed.success && parsed.data === undefined ? [name] : []
  })
}
