/** The parts of a JSON schema that docs/openapi.client.json uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema
}

export interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface ClientDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A type that every language can express. */
export type Shape =
  | { kind: 'text' | 'integer' | 'number' | 'boolean' | 'anything' }
  | { kind: 'words'; words: string[] }
  | { kind: 'named'; name: string }
  | { kind: 'list' | 'map'; of: Shape }
  | { kind: 'either'; of: Shape[] }

export interface Field {
  name: string
  shape: Shape
  isRequired: boolean
  isNullable: boolean
  description: string
}

/** A named type: the fields of an object, or the possible values of a text. */
export interface Declaration {
  name: string
  /** Whether the SDK sends it; if not, it is an answer of the shop. */
  isSent: boolean
  fields: Field[]
  words: string[]
}
