/** The parts of an OpenAPI 3.1 document that the reference reads. */
export interface OpenApiDocument {
  info: { description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  /** The bodies that webhooks receive, by event type. */
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** The parts of a form, if the body is not JSON. */
  'x-example'?: Record<string, string>
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** One operation of the document, and the last part of its page's address. */
export interface ListedOperation {
  slug: string
  method: string
  path: string
  operation: Operation
}

/** Returns all operations, in the order of the document. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      slug: operation.operationId.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}
