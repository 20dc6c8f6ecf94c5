import { type Node, parseSync } from 'oxc-parser'
import { mutateSql, type TextChange } from './mutate-sql.ts'

/** Returns every mutant of a TypeScript file, and of the SQL texts in it. */
export function mutateTypescript(file: string, source: string): TextChange[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const changes: TextChange[] = []
  walk(program, null, (node, parent) =>
    changes.push(...changesAt({ node, parent, source, isSqlFile: /sql\.ts$/.test(file) })),
  )
  return [...new Map(changes.map(change => [`${change.start} ${change.end} ${change.instead}`, change])).values()]
}

/** Returns whether the file still parses; a mutant that does not is unrealistic. */
export function isReadable(file: string, source: string, { start, end, instead, what }: TextChange): boolean {
  if (what.startsWith('sql')) return true
  return parseSync(file, source.slice(0, start) + instead + source.slice(end)).errors.length === 0
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of every kind are looked into
type Any = any

interface Place {
  node: Any
  parent: Any
  source: string
  isSqlFile: boolean
}

// Types do not affect behaviour.
function walk(node: Any, parent: Any, visit: (node: Any, parent: Any) => void): void {
  if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return
  if (/^(Import|ExportAll)/.test(node.type)) return
  visit(node, parent)
  const children = Object.entries(node as Node).flatMap(([key, value]) => (typeKeys.has(key) ? [] : value))
  for (const child of children as Any[]) {
    if (child && typeof child === 'object' && 'type' in child) walk(child, node, visit)
  }
}

const typeKeys = new Set(['typeAnnotation', 'typeArguments', 'returnType', 'typeParameters'])

function changesAt(place: Place): TextChange[] {
  const { node } = place
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operators(place)
    case 'IfStatement':
    case 'ConditionalExpression':
      return truths(node.test, place)
    case 'UnaryExpression':
      return node.operator === '!' ? [replace(node, textOf(node.argument, place), 'not')] : []
    case 'Literal':
      return literal(place)
    case 'TemplateLiteral':
      return template(place)
    case 'ExpressionStatement':
      return statement(place)
    case 'ObjectExpression':
      return properties(place)
    case 'CallExpression':
      return calls(place)
    default:
      return []
  }
}

const textOf = ({ start, end }: Any, { source }: Place): string => source.slice(start, end)
const replace = ({ start, end }: Any, instead: string, what: string): TextChange => ({ start, end, instead, what })

const others: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}

function operators(place: Place): TextChange[] {
  const { node } = place
  const { left, right, operator } = node
  if (operator === '??') return [replace(node, textOf(left, place), 'no substitute')]
  const other = others[operator]
  if (other === undefined || isText(left) || isText(right)) return []
  const between = { start: left.end, end: right.start }
  // Finds the operator, without the blanks and brackets of its operands.
  const own = textOf(between, place).replace(operator, other)
  const changes = [replace(between, own, /[&|]/.test(operator) ? 'and, or' : 'an operator')]
  if (!/[&|]/.test(operator)) return changes
  return [
    ...changes,
    replace(node, textOf(left, place), 'a condition'),
    replace(node, textOf(right, place), 'a condition'),
  ]
}

const isText = ({ type, value }: Any) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

function truths(test: Any, place: Place): TextChange[] {
  const text = textOf(test, place)
  return [
    replace(test, `!(${text})`, 'the other branch'),
    replace(test, `((${text}) || Boolean(1))`, 'always'),
    replace(test, `((${text}) && Boolean(0))`, 'never'),
  ]
}

function literal(place: Place): TextChange[] {
  const { node, parent } = place
  if (typeof node.value === 'boolean') return [replace(node, String(!node.value), 'a truth')]
  if (typeof node.value === 'number') return [replace(node, String(node.value + 1), 'a number')]
  if (typeof node.value !== 'string') return []
  if (looksLikeSql(node.value, place.isSqlFile)) return sqlChanges(place, node.start + 1, node.end - 1)
  // Only names of states and kinds are changed: sentences are not logic, and an entity's name inside the mapper is
  // invisible.
  const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed
  const isEntity = parent?.type === 'Property' && parent.key.name === 'name' && /defineEntity/.test(place.source)
  return isKey || isEntity || !/^[\w.]+$/.test(node.value) ? [] : [replace(node, "'another'", 'a word')]
}

function template(place: Place): TextChange[] {
  const { node } = place
  const cooked = node.quasis.map((quasi: Any) => quasi.value.raw).join('X')
  return looksLikeSql(cooked, place.isSqlFile) ? sqlChanges(place, node.start + 1, node.end - 1) : []
}

// The name of a strategy, `select-in`, is not a statement.
function looksLikeSql(text: string, isSqlFile: boolean): boolean {
  if (/^\s*\(?(select|insert into|update|delete from|with)\s/.test(text)) return true
  return isSqlFile && /\b(where|and|or|from|order by|is null|set)\b|<|=/.test(text) && /\s/.test(text)
}

// The text in a placeholder of the template is examined separately.
function sqlChanges({ node, source }: Place, start: number, end: number): TextChange[] {
  let text = source.slice(start, end)
  for (const hole of node.expressions ?? []) {
    const from = source.lastIndexOf('${', hole.start) - start
    const to = source.indexOf('}', hole.end) + 1 - start
    text = text.slice(0, from) + '\uE000'.repeat(to - from) + text.slice(to)
  }
  return mutateSql(text).flatMap(change => {
    const own = { start: start + change.start, end: start + change.end }
    const restored = restoreHoles(
      change.instead,
      text.slice(change.start, change.end),
      source.slice(own.start, own.end),
    )
    return restored === null ? [] : [{ ...own, instead: restored, what: change.what }]
  })
}

// Most mutants keep the changed text, whose placeholders are filled again.
function restoreHoles(instead: string, seen: string, own: string): string | null {
  const restored = instead.replace(seen, () => own)
  return restored.includes('\uE000') ? null : restored
}

function statement(place: Place): TextChange[] {
  const { expression } = place.node
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression
  const isVoid = call.type === 'UnaryExpression' && call.operator === 'void'
  return call.type === 'CallExpression' || isVoid || call.type === 'AssignmentExpression'
    ? [replace(place.node, ';', 'a step left out')]
    : []
}

function properties(place: Place): TextChange[] {
  const { node } = place
  if (node.properties.length < 2) return []
  return node.properties.flatMap((property: Any, at: number) => {
    const next = node.properties[at + 1]
    const before = node.properties[at - 1]
    const range = next ? { start: property.start, end: next.start } : { start: before.end, end: property.end }
    return [replace(range, '', 'a property left out')]
  })
}

const swaps: Record<string, string> = {
  max: 'min',
  min: 'max',
  some: 'every',
  every: 'some',
  ceil: 'floor',
  floor: 'ceil',
}

function calls(place: Place): TextChange[] {
  const { callee } = place.node
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const { name } = callee.property
  if (swaps[name]) return [replace(callee.property, swaps[name], 'another method')]
  if (/^(filter|slice|sort|toSorted|reverse|toReversed|trim|toLowerCase)$/.test(name)) {
    return [replace(place.node, textOf(callee.object, place), 'a method left out')]
  }
  return []
}
