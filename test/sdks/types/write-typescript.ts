import type { Declaration, Field, Shape } from './schema.ts'

const lineMax = 118

/** Writes the types as TypeScript, with each description as a comment for editors. */
export function writeTypeScript(declarations: Declaration[]): string {
  const head = '// Generated from docs/openapi.client.json; test/sdks/types.test.ts compares and, with -u, writes it.\n'
  return head + declarations.map(declaration => `\n${write(declaration)}`).join('')
}

function write({ name, fields, words }: Declaration): string {
  if (words.length > 0) return `export type ${name} =${union(words.map(quoted))}\n`
  const lines = fields.flatMap(field => [...comment(field.description), `  ${line(field)}`])
  return `export interface ${name} {\n${lines.map(text => `${text}\n`).join('')}}\n`
}

function line({ name, shape, isRequired, isNullable }: Field): string {
  // Compilers with exactOptionalPropertyTypes would reject a field that is present but undefined.
  const missing = isRequired ? '' : ' | undefined'
  return `${name}${isRequired ? '' : '?'}: ${type(shape)}${isNullable ? ' | null' : ''}${missing}`.replace(
    ': \n',
    ':\n',
  )
}

function comment(description: string): string[] {
  if (description === '') return []
  const lines = wrap(description, lineMax - 6)
  return lines.length === 1 ? [`  /** ${lines[0]} */`] : ['  /**', ...lines.map(text => `   * ${text}`), '   */']
}

function type(shape: Shape): string {
  if (shape.kind === 'words') return union(shape.words.map(quoted)).replace(/^ /, '')
  if (shape.kind === 'named') return shape.name
  if (shape.kind === 'list') return isUnion(shape.of) ? `(${type(shape.of)})[]` : `${type(shape.of)}[]`
  if (shape.kind === 'map') return `Record<string, ${type(shape.of)}>`
  if (shape.kind === 'either') return shape.of.map(type).join(' | ')
  return { text: 'string', integer: 'number', number: 'number', boolean: 'boolean', anything: 'unknown' }[shape.kind]
}

function isUnion({ kind }: Shape): boolean {
  return kind === 'words' || kind === 'either'
}

function union(members: string[]): string {
  const short = members.join(' | ')
  return short.length < lineMax - 40 ? ` ${short}` : members.map(member => `\n    | ${member}`).join('')
}

function quoted(word: string): string {
  return `'${word}'`
}

/** Breaks a text into lines of at most `max` characters, at blanks. */
export function wrap(text: string, max: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(/\s+/)) {
    if (current !== '' && current.length + 1 + word.length > max) {
      lines.push(current)
      current = ''
    }
    current += current === '' ? word : ` ${word}`
  }
  return [...lines, current]
}
