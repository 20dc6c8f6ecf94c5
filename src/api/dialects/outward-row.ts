import { z } from 'zod'
import type {
  OutwardPayload,
  OutwardSubjects,
  SubjectKind,
  SubjectKindOf,
  Subjects,
} from '../../callbacks/outward/outward.ts'
import type { CoreOutwardType, OutwardTexts, OutwardType } from '../../events/outward.ts'
import type { ShapeNeeds } from './shape.ts'

/** The schema and the presenter of one event type's data: an allow-list, like every answer of the API. */
export interface OutwardShape<Type extends OutwardType> {
  schema: z.ZodObject
  present(subject: Subjects[SubjectKindOf<Type>], payload: OutwardPayload<Type>, app: ShapeNeeds): object
}

/** Everything about one event type that webhooks can receive. */
export interface OutwardRow<Type extends OutwardType = OutwardType> extends OutwardShape<Type>, OutwardTexts {
  /** The data of an invented event, which `test-endpoint` sends and the documents show. */
  example: object
}

/** A row for each of these types. */
export type OutwardRows<Types extends OutwardType> = { readonly [Type in Types]: OutwardRow<Type> }

/** The events that a module adds for webhooks, and the kinds of objects that they are about. */
export interface OutwardAdditions {
  events: Partial<OutwardRows<OutwardType>>
  subjects: Partial<OutwardSubjects<SubjectKind>>
  /** The type of the core after which the documents list them; by default at the end. */
  after?: CoreOutwardType
}

type Present<Type extends OutwardType, Schema extends z.ZodObject> = (
  subject: Subjects[SubjectKindOf<Type>],
  payload: OutwardPayload<Type>,
  app: ShapeNeeds,
) => z.output<Schema>

/** Returns a shape. It does not compile if the presenter's output does not match the schema. */
export function outwardShape<Type extends OutwardType, Schema extends z.ZodObject>(
  schema: Schema,
  present: Present<Type, Schema>,
): OutwardShape<Type> {
  return { schema, present }
}

/** Returns a module's row. It does not compile if the presenter's output does not match the schema. */
export function outwardRow<Type extends OutwardType, Schema extends z.ZodObject>(
  schema: Schema,
  present: Present<Type, Schema>,
  more: Omit<OutwardRow, 'schema' | 'present'>,
): OutwardRow<Type> {
  return { schema, present, ...more }
}

/** Returns the schema of `change`, which has what only the event knows. */
export function changeSchema<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object(fields).describe('What happened, in addition to the current state')
}

/** Reduces `user 12` or `chat 4711` to the kind of actor, because ids of people are not sent outside. */
export function stripActorId(actor: string): string {
  return actor.replace(/ \d+\b/g, '')
}
