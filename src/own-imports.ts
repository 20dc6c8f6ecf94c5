import { registerHooks } from 'node:module'

/*
 * Loaded before the program by `npm start`. For each of ten thousand imports, Node looks up the file again, reads its
 * package's settings and caches the answer. The shop's files import each other by path, and a package always resolves
 * to the same file. Skipping the look-ups makes a start a fifth faster and saves 10 MB.
 */
const rooms = ['./', '../bot/', '../packages/embedded-postgres/', '../packages/qris/'].map(
  folder => new URL(folder, import.meta.url).href,
)
const outside = new Map<string, Resolved>()

interface Resolved {
  url: string
  shortCircuit: true
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: from, importAttributes, conditions } = context
    const isPlainImport = !conditions.includes('require') && importAttributes.type === undefined
    if (!isPlainImport || !from || !rooms.some(room => from.startsWith(room))) return next(specifier, context)
    if (specifier.startsWith('.')) {
      return { url: new URL(specifier, from).href, format: 'module-typescript', shortCircuit: true }
    }
    const found = outside.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    outside.set(specifier, found)
    return found
  },
})
