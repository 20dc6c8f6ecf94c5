import { findUsedNames } from './tidy-schemas.ts'

type Node = Record<string, unknown>

/**
 * Returns an OpenAPI document that client generators accept. It has no `webhooks` or schemas used only by them, and no
 * pattern beside a format, because generators fail on these. Its answers allow unknown fields, because generated
 * clients otherwise reject fields of later releases and, in PHP, a constant `false`.
 */
export function toClientDocument(document: object): object {
  const { webhooks: _webhooks, components, ...rest } = withoutSurplus(document) as Node & { components: Node }
  const schemas = components.schemas as Node
  const used = findUsedNames(rest, schemas)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...rest, components: { ...components, schemas: Object.fromEntries(kept) } }
}

function withoutSurplus(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSurplus)
  if (typeof node !== 'object' || node === null) return node
  const { format, type } = node as Node
  const isSurplus = ([key, value]: [string, unknown]) =>
    (key === 'pattern' && typeof format === 'string') ||
    (key === 'additionalProperties' && value === false) ||
    (key === 'const' && typeof value === 'boolean')
  const kept = Object.entries(node).filter(entry => !isSurplus(entry))
  // Without this format, the clients for Go and Java overflow at 2,147,483,647 rupiah.
  const isLong = [type].flat().includes('integer') && format === undefined
  return Object.fromEntries([
    ...kept.map(([key, value]) => [key, withoutSurplus(value)]),
    ...(isLong ? [['format', 'int64']] : []),
  ])
}
