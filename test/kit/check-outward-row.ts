import { expect } from 'vitest'
import type { EventData, OutwardType } from '../../src/events/outward.ts'
import { exampleOutward, exampleShop, findRow } from './outward.ts'

/** An invented object and event, from which the shop has to create the example of the documents. */
export interface InventedEvent {
  subject: object
  payload?: object
}

/** Returns a moment of the month of the examples, such as `21 14:20:00`. */
export function exampleTime(text: string): Date {
  return exampleShop.calendar.readMoment(`2026-11-${text}`)!
}

/**
 * Checks the row of an event type. Its example has only the fields of its schema, and is what the shop sends about the
 * invented object; its sentences in Indonesian and English are these.
 */
export function checkOutwardRow(
  type: OutwardType,
  { subject, payload = {} }: InventedEvent,
  sentences: readonly [id: string, en: string],
): void {
  const { schema, example } = findRow(type)
  expect(schema.strict().safeParse(example).error).toBeUndefined()
  expect(exampleOutward.present(type, subject, payload)).toEqual(example)
  expect(writeSentences(type)).toEqual(sentences)
}

/** Returns the sentences about the example of a type, with some fields changed. */
export function writeSentences(type: OutwardType, fields: object = {}): string[] {
  const { sentence, example } = findRow(type)
  const data = { ...example, ...fields } as EventData
  // A non-breaking space follows Rp.
  return (['id', 'en'] as const).map(language => sentence[language](data).replaceAll('\u00a0', ' '))
}
