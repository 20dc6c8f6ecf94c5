import { parseJson } from '../../lib/json.ts'

/**
 * Returns the fields of a JSON object, or of a form, whose lists PHP writes as `items[0][name]`. Returns none for any
 * other body.
 */
export function readBodyFields({ body }: { body: string }): Record<string, unknown> {
  const parsed = parseJson(body)
  if (parsed === undefined) return formFields(body)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
}

type Tree = Map<string, string | Tree>

function formFields(body: string): Record<string, unknown> {
  const tree: Tree = new Map()
  for (const [name, value] of new URLSearchParams(body)) {
    const names = name.split(/[[\]]/).filter(part => part !== '')
    let place = tree
    for (const part of names.slice(0, -1)) {
      const inner = place.get(part)
      const next: Tree = inner instanceof Map ? inner : new Map()
      place.set(part, next)
      place = next
    }
    place.set(names.at(-1) ?? '', value)
  }
  return Object.fromEntries([...tree].map(([name, value]) => [name, toPlain(value)]))
}

function toPlain(value: string | Tree): unknown {
  if (typeof value === 'string') return value
  const isList = [...value.keys()].every(name => /^\d+$/.test(name))
  if (isList) return [...value.values()].map(toPlain)
  return Object.fromEntries([...value].map(([name, inner]) => [name, toPlain(inner)]))
}
