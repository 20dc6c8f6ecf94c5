import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/*
 * `npm run format`: removes the Node versions that packages require from package-lock.json. Packages run under the Node
 * that the project brings, but npm compares them with the machine's, warns about each, and silently leaves out the
 * optional ones.
 */
const file = path.join(import.meta.dirname, '../../package-lock.json')
const before = readFileSync(file, 'utf8')
const lock = JSON.parse(before)
for (const [name, entry] of Object.entries<{ engines?: unknown }>(lock.packages)) if (name !== '') delete entry.engines
const after = `${JSON.stringify(lock, null, 2)}\n`
if (after !== before) writeFileSync(file, after)
