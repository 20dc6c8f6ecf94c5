import type { OutwardSubjects } from '../../callbacks/outward/outward.ts'
import { Bill } from './bill.ts'

/** How the bill of an event is found. Its number is part of the event, because the statements of bills count. */
export const billSubject: OutwardSubjects<'bill'>['bill'] = {
  findKey: ({ payload }) => payload.bill,
  counting: { number: ({ payload }) => payload.sequence },
  read: ({ all }, key) => all.findOne(Bill, { publicId: key }),
  countChanges: ({ sequence }) => sequence,
  page: { path: 'bills', keyField: 'bill' },
}
