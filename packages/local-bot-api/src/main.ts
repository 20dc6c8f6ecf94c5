#!/usr/bin/env node
// An older Node would stop at the first import with an unhelpful message.
const nodeMin = 24
if (Number.parseInt(process.versions.node, 10) < nodeMin) {
  process.stderr.write(`telegram-local-bot-api needs Node ${nodeMin} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
const { runCommand } = await import('./command.ts')
await runCommand(process.argv.slice(2), process.env)

export {}
