import { randomInt } from 'node:crypto'
import { listModules } from '../../src/app.ts'

// Prints one module, drawn, and the modules that it needs, as MODULES takes them.
const modules = listModules({ modules: undefined }).map(({ module }) => module)
const drawn = modules[randomInt(modules.length)]!
const names = [drawn.name]
for (const name of names) {
  for (const needed of modules.find(module => module.name === name)!.needs ?? []) {
    if (!names.includes(needed)) names.push(needed)
  }
}
process.stdout.write(`${names.join(',')}\n`)
