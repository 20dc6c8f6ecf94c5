import { z } from 'zod'
import { coreSubjects } from '../../callbacks/outward/core-subjects.ts'
import { findSubjectKind } from '../../callbacks/outward/outward.ts'
import {
  coreOutwardTypes,
  type OutwardCatalogue,
  type OutwardSubject,
  type OutwardTexts,
  type OutwardType,
  outwardVersion,
} from '../../events/outward.ts'
import { coreEvents } from './outward.ts'
import type { OutwardAdditions, OutwardRow } from './outward-row.ts'
import type { ShapeNeeds } from './shape.ts'

/** The events of the core and of some modules, in the order of the documents, and the kinds of their objects. */
export interface OutwardTable {
  events: ReadonlyMap<OutwardType, OutwardRow>
  subjects: Readonly<Record<string, OutwardSubject>>
}

/**
 * Joins the core's events with those of modules. Throws if a type or kind is listed twice, or if a type has no kind of
 * object, so that a forgotten row stops the start.
 */
export function joinOutward(added: readonly OutwardAdditions[]): OutwardTable {
  const events = new Map<OutwardType, OutwardRow>()
  const insert = (rows: object) => {
    for (const [type, row] of Object.entries(rows)) {
      if (events.has(type as OutwardType)) throw new Error(`Bug: the event ${type} is listed twice`)
      events.set(type as OutwardType, row as OutwardRow)
    }
  }
  for (const type of coreOutwardTypes) {
    insert({ [type]: coreEvents[type] })
    for (const { after, events: own } of added) if (after === type) insert(own)
  }
  for (const { after, events: own } of added) if (after === undefined) insert(own)
  const subjects = joinSubjects(added)
  for (const type of events.keys()) {
    if (!(findSubjectKind(type) in subjects)) throw new Error(`Bug: the event ${type} has no kind of object`)
  }
  return { events, subjects }
}

function joinSubjects(added: readonly OutwardAdditions[]): Record<string, OutwardSubject> {
  const subjects: Record<string, OutwardSubject> = { ...coreSubjects }
  for (const [kind, subject] of added.flatMap(one => Object.entries(one.subjects))) {
    if (kind in subjects) throw new Error(`Bug: the objects ${kind} are listed twice`)
    subjects[kind] = subject as OutwardSubject
  }
  return subjects
}

/** Creates the catalogue of a shop. `all` includes the events of disabled modules, whose texts are still shown. */
export function createOutwardCatalogue(
  app: ShapeNeeds,
  { enabled, all }: { enabled: OutwardTable; all: OutwardTable },
): OutwardCatalogue {
  const rows = enabled.events as ReadonlyMap<string, OutwardRow>
  const known = all.events as ReadonlyMap<string, OutwardRow>
  return {
    types: [...enabled.events.keys()],
    isListed: (type): type is OutwardType => rows.has(type),
    isKnown: (type): type is OutwardType => known.has(type),
    present: (type, subject, payload) => findRow(enabled, type).present(subject as never, payload as never, app),
    findExample: type => findRow(enabled, type).example,
    findTexts: type => known.get(type) ?? nameOnly(type),
    subjects: enabled.subjects,
  }
}

function findRow({ events }: OutwardTable, type: OutwardType): OutwardRow {
  const row = events.get(type)
  if (!row) throw new Error(`Bug: the event ${type} is not listed`)
  return row
}

/** Returns the texts of a type whose module was deleted. */
function nameOnly(type: string): OutwardTexts {
  return { title: { id: type, en: type }, sentence: { id: () => type, en: () => type } }
}

/** Returns the schema of one event type's envelope. */
export function createEnvelopeSchema(type: OutwardType, { schema }: Pick<OutwardRow, 'schema'>): z.ZodObject {
  return z.object({
    id: z
      .uuid()
      .describe(
        'The same in every attempt and in `webhook-id`; use it to recognise events that you have already received',
      ),
    type: z.literal(type),
    version: z.literal(outwardVersion),
    created_at: z.iso.datetime().describe('When it happened, in UTC'),
    mode: z.enum(['live', 'test']),
    sequence: z
      .int()
      .min(1)
      .describe(
        'Number of this change to the object; an event with a lower number than one that you have received is older',
      ),
    data: schema,
  })
}
