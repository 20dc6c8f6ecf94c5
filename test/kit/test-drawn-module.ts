import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { listModules } from '../../src/app.ts'
import { listTestedModules } from './tested-modules.ts'

/*
 * Runs the tests of one module with only that module and those that it needs: the named one, or a random one. The
 * argument `all` runs those of each. A test that combines modules names the others (`listTestedModules`).
 */
const modules = listModules({ modules: undefined }).map(({ module }) => module)
const asked = process.argv[2] ?? modules[randomInt(modules.length)]!.name
const names = asked === 'all' ? modules.map(({ name }) => name) : [asked]
for (const name of names) {
  for (const [MODULES, files] of groupTests(name)) {
    process.stdout.write(`MODULES=${MODULES}\n`)
    const { status } = spawnSync('npm', ['test', '--', ...files], {
      stdio: 'inherit',
      env: { ...process.env, MODULES },
    })
    if (status !== 0) process.exitCode = 1
  }
}

/** Returns the test files of a module by the modules with which they run. */
function groupTests(name: string): Map<string, string[]> {
  const files = globSync(`test/modules/${name}/**/*.test.ts`)
  return Map.groupBy(files, file => listTestedModules(modules, name, readFileSync(file, 'utf8')).join(','))
}
