/**
 * Returns the entry of a path and the values of its `:name` parts, or null if no route matches. A literal path has
 * priority over one with such parts.
 */
export function matchRoute<Entry>(
  routes: Record<string, Entry>,
  path: string,
): { found: Entry; params: Record<string, string> } | null {
  if (Object.hasOwn(routes, path)) return { found: routes[path]!, params: {} }
  for (const [pattern, found] of Object.entries(routes)) {
    const params = pattern.includes('/:') ? matchParams(pattern.split('/'), path.split('/')) : null
    if (params) return { found, params }
  }
  return null
}

function matchParams(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    if (!part.startsWith(':')) {
      if (part !== parts[index]) return null
      continue
    }
    const value = decodePart(parts[index]!)
    if (!value) return null
    params[part.slice(1)] = value
  }
  return params
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
