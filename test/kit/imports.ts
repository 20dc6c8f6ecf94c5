import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

export interface Import {
  from: string
  to: string
  isTypeOnly: boolean
  /** Whether it is an `import()`, which loads only when it is executed. */
  isDynamic: boolean
}

/** Every file of the shop and of its packages, relative to the top of the repository. */
export const sourceFiles = ['src', 'bot', 'migrations', 'packages'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    // Includes the scripts of pages, but not vendored ones.
    .filter(name => /\.(ts|js)$/.test(name) && !/vendor|node_modules|(^|\/)dist\//.test(name))
    .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`),
)
/** Every import of the shop's files. */
export const sourceImports = sourceFiles.flatMap(readImports)

/** Returns the imports of a file, which is named relative to the top of the repository. */
export function readImports(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const pattern =
    /^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm
  return [...text.matchAll(pattern)].map(([, type, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic!
    const to = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target
    return { from: file, to, isTypeOnly: type !== undefined, isDynamic: dynamic !== undefined }
  })
}

/**
 * Returns the sets of files that import one another in a circle (strongly connected components, by Tarjan's algorithm).
 */
export function findCircles(edges: Import[]): string[][] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}

/** Returns imports as lines for the message of a failed test. */
export function formatImports(imports: Import[]): string[] {
  return imports.map(({ from, to }) => `${from} -> ${to}`)
}
