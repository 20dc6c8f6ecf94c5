import { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../needs.ts'

/** Everything that a presenter may look at beside the value itself. */
export type Show = Pick<App, 'calendar' | 'config' | 'seal' | 'edition'>

/** How one answer looks: the schema that the OpenAPI document is made from, and the presenter that it types. */
export interface Shape<Value> {
  schema: z.ZodType
  present(value: Value, app: Show): object
  /** How a non-JSON answer is offered as a file. */
  file?: { type: string; nameOf(value: Value): string }
}

/** Pairs a schema with its presenter; the compiler refuses a presenter whose output is not the schema's. */
export function makeShape<Value, Schema extends z.ZodType<object>>(
  schema: Schema,
  present: (value: Value, app: Show) => z.output<Schema>,
): Shape<Value> {
  return { schema, present }
}

/** An answer that is a text file, written line by line as it is sent. */
export function textFile<Value>(
  description: string,
  file: NonNullable<Shape<Value>['file']>,
  linesOf: (value: Value) => AsyncIterable<string>,
): Shape<Value> {
  return { schema: z.string().describe(description), file, present: value => Readable.from(linesOf(value)) }
}

export const success = z.boolean().describe('Always true in a body of status 200')

/** Whole rupiah. */
export const rupiah = z.int().meta({ description: 'Whole rupiah', examples: [15000] })

/** A moment as contract 2 writes it. */
export const datetime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .meta({
    description: 'YYYY-MM-DD HH:MM:SS in the time zone of the installation',
    examples: ['2026-11-21 14:29:35'],
  })

export const count = z.int().min(0)

export const address = z.string().meta({ format: 'uri' })
