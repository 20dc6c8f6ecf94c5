import { pascal } from './read-declarations.ts'
import type { Declaration, Field, Shape } from './schema.ts'

/** Writes the types as Go structs in the layout of gofmt. */
export function writeGo(declarations: Declaration[]): string {
  const head = `// Code generated from docs/openapi.client.json by test/sdks/types.test.ts. DO NOT EDIT.

package warung
`
  return head + declarations.map(declaration => `\n${write(declaration)}`).join('')
}

function write({ name, fields, words, isSent }: Declaration): string {
  if (words.length > 0) return `// ${name} is one of ${words.join(', ')}.\ntype ${name} = string\n`
  const rows = fields.map(field => [goName(field.name), goType(field, isSent), tag(field, isSent)] as const)
  const nameWidth = Math.max(...rows.map(([first]) => first.length))
  const typeWidth = Math.max(...rows.map(([, second]) => second.length))
  const lines = rows.map(([first, second, third]) => {
    return `\t${first.padEnd(nameWidth)} ${second.padEnd(typeWidth)} ${third}\n`
  })
  const verb = isSent ? 'is sent to' : 'is returned by'
  return `// ${name} ${verb} the shop.\ntype ${name} struct {\n${lines.join('')}}\n`
}

/**
 * Returns the Go type of a field. An absent field is not sent, which its zero value expresses, except for booleans and
 * for integers that may be 0. In an answer, null is a nil pointer.
 */
function goType({ shape, isRequired, isNullable, name }: Field, isSent: boolean): string {
  const text = type(shape)
  const isPointable = !text.startsWith('[]') && !text.startsWith('map[') && text !== 'any'
  const isZeroMeant = shape.kind === 'boolean' || (shape.kind === 'integer' && ['available', 'offset'].includes(name))
  const isPointer = isSent ? !isRequired && isZeroMeant : isNullable || !isRequired
  return isPointer && isPointable ? `*${text}` : text
}

function tag({ name, isRequired }: Field, isSent: boolean): string {
  return `\`json:"${name}${isSent && !isRequired ? ',omitempty' : ''}"\``
}

function type(shape: Shape): string {
  if (shape.kind === 'words') return 'string'
  if (shape.kind === 'named') return shape.name
  if (shape.kind === 'list') return `[]${type(shape.of)}`
  if (shape.kind === 'map') return `map[string]${type(shape.of)}`
  if (shape.kind === 'either') return 'any'
  return { text: 'string', integer: 'int64', number: 'float64', boolean: 'bool', anything: 'any' }[shape.kind]
}

/** Go writes initialisms in capitals: `invoice_id` is `InvoiceID`. */
function goName(name: string): string {
  return pascal(name).replace(/(Id|Url|Qris|Nmid|Crc|Pan)(?=[A-Z]|$)/g, word => word.toUpperCase())
}
