import { z } from 'zod'

/** A field of the form in which a person connects a provider. */
export interface FormField {
  name: string
  kind: FieldKind
  isOptional: boolean
  /** The values to choose from, with the label of a checkbox if it is the same in every language. */
  choices: readonly Choice[]
  /** The choice that is preselected. */
  preset: string | undefined
  /** Whether it is hidden among the advanced fields, because most people do not change it. */
  isAdvanced?: true
  /** Whether other values than the choices may be typed. */
  takesOthers?: true
}

export type FieldKind = 'text' | 'password' | 'tel' | 'url' | 'number' | 'area' | 'choice' | 'ticks'
export interface Choice {
  value: string
  label?: string
}

/** Facts about a form field that its schema does not contain. */
interface Input {
  kind?: FieldKind
  choices?: readonly Choice[]
  /** Whether the form omits it, because the connector or a credentials file sets it. */
  isLeftOut?: boolean
  /** Whether it is hidden among the advanced fields, because most people do not change it. */
  isAdvanced?: true
  /** Whether other values than the choices may be typed. */
  takesOthers?: true
}

const inputs = z.registry<Input>()

/**
 * Declares how a person fills in the field of this schema, if its type alone does not determine that. Only `optional`
 * and `default` may follow it.
 */
export function declareInput<Schema extends z.ZodType>(schema: Schema, input: Input): Schema {
  inputs.add(schema, input)
  return schema
}

/** Returns the fields of a schema in order, as a form shows them. */
export function listFormFields(schema: z.ZodObject): FormField[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const how = inputs.get(field) ?? inputs.get(withoutWrapping(field)) ?? {}
    return how.isLeftOut ? [] : [makeField(name, field, how)]
  })
}

/** Returns the values of a form as the schema accepts them, without empty fields. */
export function readForm(
  fields: readonly FormField[],
  values: Record<string, string | readonly string[] | Buffer | undefined>,
): Record<string, unknown> {
  const read = fields.map(({ name, kind }) => [name, readField(kind, values[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function readField(kind: FieldKind, value: string | readonly string[] | Buffer | undefined): unknown {
  // A checkbox may represent several values, and a person can type several in one field.
  if (kind === 'ticks')
    return [value ?? []]
      .flat()
      .flatMap(text => String(text).split(/[\s,;]+/))
      .filter(Boolean)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return kind === 'number' ? Number(value) : value
}

function makeField(name: string, schema: z.ZodType, how: Input): FormField {
  const unset = schema.safeParse(undefined)
  const bare = withoutWrapping(schema)
  return {
    name,
    kind: how.kind ?? fieldKind(bare),
    isOptional: unset.success,
    choices: how.choices ?? (bare instanceof z.ZodEnum ? bare.options.map(value => ({ value: String(value) })) : []),
    preset: unset.success && typeof unset.data === 'string' ? unset.data : undefined,
    ...(how.isAdvanced ? { isAdvanced: true as const } : {}),
    ...(how.takesOthers ? { takesOthers: true as const } : {}),
  }
}

function withoutWrapping(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? withoutWrapping(schema.unwrap() as z.ZodType)
    : schema
}

function fieldKind(schema: z.ZodType): FieldKind {
  if (schema instanceof z.ZodEnum) return 'choice'
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodURL ? 'url' : 'text'
}
