import { registerHooks } from 'node:module'

/*
 * Loaded before the program by `npm start`. Node looks for the file of each of ten thousand imports anew, reads what
 * its package says of it and keeps the answer. A file of the shop names another by its place, and a package leads
 * every one of them to the same file: without asking, a start takes a fifth less time and keeps 10 MB less.
 */
const rooms = ['./', '../bot/'].map(folder => new URL(folder, import.meta.url).href)
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
