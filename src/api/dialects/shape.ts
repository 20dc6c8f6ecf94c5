import { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../needs.ts'

/** The services that a presenter may use besides the value itself. */
export type ShapeNeeds = Pick<App, 'calendar' | 'config' | 'seal' | 'edition'>

/** The form of one answer: the schema for the OpenAPI document, and a presenter whose output must match it. */
export interface Shape<Value> {
  schema: z.ZodType
  present(value: Value, app: ShapeNeeds): object
  /** How a non-JSON answer is named and typed as a download. */
  file?: { type: string; nameOf(value: Value): string }
}

/** Pairs a schema with its presenter. It does not compile if the presenter's output does not match the schema. */
export function makeShape<Value, Schema extends z.ZodType<object>>(
  schema: Schema,
  present: (value: Value, app: ShapeNeeds) => z.output<Schema>,
): Shape<Value> {
  return { schema, present }
}

/** Returns the shape of an answer that is streamed as a text file, line by line. */
export function makeTextFileShape<Value>(
  description: string,
  file: NonNullable<Shape<Value>['file']>,
  linesOf: (value: Value) => AsyncIterable<string>,
): Shape<Value> {
  return { schema: z.string().describe(description), file, present: value => Readable.from(linesOf(value)) }
}

export const successSchema = z.boolean().describe('Always true if the status is 200')

/** An amount in whole rupiah. */
export const rupiahSchema = z.int().meta({ description: 'Whole rupiah', examples: [15000] })

/** A moment in the format of contract 2. */
export const timeSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .meta({
    description: 'YYYY-MM-DD HH:MM:SS in the time zone of the installation',
    examples: ['2026-11-21 14:29:35'],
  })

export const countSchema = z.int().min(0)

export const urlSchema = z.string().meta({ format: 'uri' })
