import type { OutwardCatalogue, OutwardSubject } from '../../events/outward.ts'
import { findSubjectKind, type OutwardEvent } from './outward.ts'

/** The object that an event is about: the name of its kind, and its key in the database. */
export interface ChangedObject {
  kind: string
  key: string
  subject: OutwardSubject
}

/** Returns the object that an event is about. Events of one object are counted and sent in order. */
export function findChangedObject(
  { subjects }: Pick<OutwardCatalogue, 'subjects'>,
  event: OutwardEvent,
): ChangedObject {
  const kind = findSubjectKind(event.type)
  const subject = subjects[kind]!
  return { kind, key: subject.findKey(event), subject }
}
