import { parseSync } from 'oxc-parser'

/**
 * Returns the name of the innermost named function around a position in a source, as V8 names it; null at the top
 * level.
 */
export function findFunctionAt(file: string, source: string, offset: number): string | null {
  let found: string | null = null
  walk(parseSync(file, source).program, null)
  return found

  // biome-ignore lint/suspicious/noExplicitAny: nodes of every kind are looked into
  function walk(node: any, parent: any): void {
    if (typeof node.start === 'number' && (offset < node.start || offset >= node.end)) return
    if (/Function/.test(node.type)) found = nameOf(node, parent) ?? found
    for (const child of Object.values(node).flat() as (typeof node)[]) {
      if (child && typeof child === 'object' && 'type' in child) walk(child, node)
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function nameOf(node: any, parent: any): string | null {
  if (node.id) return node.id.name
  if (parent?.type === 'VariableDeclarator') return parent.id.name ?? null
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent?.type)) return parent.key?.name ?? null
  return null
}
