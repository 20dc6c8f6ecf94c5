import { createOutwardCatalogue } from '../../src/api/dialects/outward-catalogue.ts'
import type { OutwardRow } from '../../src/api/dialects/outward-row.ts'
import type { ShapeNeeds } from '../../src/api/dialects/shape.ts'
import { selectModules } from '../../src/app.ts'
import type { OutwardType } from '../../src/events/outward.ts'
import { createCalendar } from '../../src/lib/calendar.ts'

/** The events for webhooks of the core and of the modules that MODULES switches on. */
export const { outward } = selectModules({ modules: process.env.MODULES })

export const outwardTypes = [...outward.events.keys()]

/** The parts of an invented shop that presents events as the examples of the documents do. */
export const exampleShop = {
  calendar: createCalendar('Asia/Jakarta'),
  config: { baseUrl: 'https://warung.example' },
} as ShapeNeeds

export const exampleOutward = createOutwardCatalogue(exampleShop, { enabled: outward, all: outward })

export function findRow(type: OutwardType): OutwardRow {
  return outward.events.get(type)!
}
