import { spawnSync } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import medusa from '@medusajs/medusa/commands/start'

// A real Medusa in a separate process, with the plugin as its user installs it. Its first start fills the database.

const { PORT = '', IS_NEW } = process.env
const directory = path.join(import.meta.dirname, 'shop')

if (IS_NEW) {
  const cli = path.join(import.meta.dirname, '../node_modules/@medusajs/cli/cli.js')
  for (const command of [
    ['db:migrate', '--execute-all-links'],
    ['user', '--email', 'admin@example.id', '--password', 'admin'],
  ]) {
    const { status } = spawnSync(process.execPath, [cli, ...command], { cwd: directory, stdio: 'inherit' })
    if (status !== 0) throw new Error(`medusa ${command[0]} failed`)
  }
}

const { default: start } = medusa as unknown as { default: (options: object) => Promise<void> }
await start({ directory, port: Number(PORT), host: '127.0.0.1' })
const health = `http://127.0.0.1:${PORT}/health`
while (!(await fetch(health).catch(() => null))?.ok) await new Promise(resolve => setTimeout(resolve, 100))
// Tests kill the shop, which would otherwise store what it has compiled as it ends.
flushCompileCache()
process.stdout.write('ready\n')
