import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync } from 'node:fs'
import { listModules } from '../../src/app.ts'

// Runs the tests of one module with only that module and those that it needs: the named one, or a random one.
const modules = listModules({ modules: undefined }).map(({ module }) => module)
const name = process.argv[2] ?? modules[randomInt(modules.length)]!.name
const names = [name]
for (const one of names) {
  for (const needed of modules.find(module => module.name === one)!.needs ?? []) {
    if (!names.includes(needed)) names.push(needed)
  }
}
const MODULES = names.join(',')
process.stdout.write(`MODULES=${MODULES}\n`)
const tests = globSync(`test/modules/${name}/**/*.test.ts`)
const { status } = spawnSync('npm', ['test', '--', ...tests], { stdio: 'inherit', env: { ...process.env, MODULES } })
process.exitCode = status ?? 1
