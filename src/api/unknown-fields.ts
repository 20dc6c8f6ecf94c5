import type { z } from 'zod'
import type { UnknownField } from '../keys/api-request.ts'
import { toPlainLine } from '../lib/plain-text.ts'
import { Refusal } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import { guessName } from './guess-name.ts'

/** An unknown field, under the name that the caller wrote. */
interface FoundField extends UnknownField {
  raw: string
  /** Whether it was in the query of a POST, whose fields belong in its body. */
  isInAddress: boolean
}

const namedMax = 10
const shownMax = 64
const headerBytesMax = 512
const headerNameBytesMax = 128

/**
 * Returns the first ten fields that the schema does not have, including nested ones, each with the field that was
 * probably meant. It returns only names, because a value may be a secret. In the query of a POST every field is
 * unknown; such names begin with `?`.
 */
export function findUnknownFields(schema: z.core.$ZodType, value: unknown, address: object = {}): FoundField[] {
  const found = unknownIn(schema, value, '').map(({ raw, guess }): FoundField => {
    return { raw, name: toShownName(raw), guess, isInAddress: false }
  })
  for (const raw of Object.keys(address)) {
    if (found.length === namedMax) break
    if (raw === 'apiKey') continue
    const guess = guessName(raw, Object.keys(readDefinition(schema).shape ?? {}))
    found.push({ raw, name: `?${toShownName(raw)}`, guess, isInAddress: true })
  }
  return found
}

/** Returns the names for the header `X-Unknown-Fields`: percent-encoded, comma-separated, and cut to 512 bytes. */
export function formatUnknownFields(unknownFields: FoundField[]): string {
  let header = ''
  for (const { raw } of unknownFields) {
    const longer = header === '' ? encodeName(raw) : `${header}, ${encodeName(raw)}`
    if (longer.length > headerBytesMax) break
    header = longer
  }
  return header
}

/** Returns the refusal for an account that rejects unknown fields. */
export function refuseUnknownFields(unknownFields: FoundField[]): Refusal {
  const fields = unknownFields.map((field): FieldError => {
    return { path: field.name, error: `is not a field here${makeQuestion(field)}`, code: 'unknown_name' }
  })
  return new Refusal('unknown_field', `${fields[0]!.path}: ${fields[0]!.error}`, { fields })
}

function makeQuestion({ guess, isInAddress }: FoundField): string {
  return guess === null ? '' : `; did you mean ${guess}${isInAddress ? ' in the body' : ''}?`
}

type Unnamed = Pick<FoundField, 'raw' | 'guess'>

function unknownIn(schema: z.core.$ZodType, part: unknown, path: string): Unnamed[] {
  if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return []
  const def = readDefinition(schema)
  if (def.type === 'array' && Array.isArray(part)) {
    return part.flatMap((item, at) => unknownIn(def.element!, item, `${path}${at}.`)).slice(0, namedMax)
  }
  if (def.type !== 'object' || Array.isArray(part)) return []
  const shape = def.shape!
  const found: Unnamed[] = []
  for (const name of Object.keys(part)) {
    const value = (part as Record<string, unknown>)[name]
    if (Object.hasOwn(shape, name)) {
      // Most fields are texts and numbers, which have no nested fields.
      if (typeof value === 'object') found.push(...unknownIn(shape[name]!, value, `${path}${name}.`))
    } else found.push({ raw: `${path}${name}`, guess: guessField(name, path, shape, part) })
    if (found.length >= namedMax) return found.slice(0, namedMax)
  }
  return found
}

// A field that is present under its correct name was not misspelled here.
function guessField(name: string, path: string, shape: object, value: object): string | null {
  const free = Object.keys(shape).filter(field => !Object.hasOwn(value, field))
  const guess = guessName(name, free)
  return guess === null ? null : `${path}${guess}`
}

interface SchemaDef {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}

function readDefinition(schema: z.core.$ZodType): SchemaDef {
  return (unwrapSchema(schema)._zod as unknown as { def: SchemaDef }).def
}

/** Returns the schema of a value without wrappers that make it optional or transform it. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as unknown as { def: SchemaDef }
  if (def.innerType) return unwrapSchema(def.innerType)
  if (def.type !== 'pipe') return schema
  return unwrapSchema((def.in!._zod as unknown as { def: SchemaDef }).def.type === 'transform' ? def.out! : def.in!)
}

function toShownName(name: string): string {
  const letters = [...toPlainLine(name)]
  if (letters.length === 0) return '""'
  return letters.length > shownMax ? `${letters.slice(0, shownMax).join('')}…` : letters.join('')
}

function encodeName(name: string): string {
  let text = ''
  for (const letter of name.toWellFormed() || '""') {
    const more = encodeURIComponent(letter)
    if (text.length + more.length > headerNameBytesMax) return text + encodeURIComponent('…')
    text += more
  }
  return text
}
