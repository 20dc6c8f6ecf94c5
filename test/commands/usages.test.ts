import { expect, test } from 'vitest'
import { selectModules } from '../../src/app.ts'
import { coreCommands } from '../../src/command-line.ts'
import { readUsages } from '../../src/commands/read-usages.ts'
import { modules } from '../../src/modules/index.ts'

type Listing = Record<string, { usage: string; options?: object }>

/** Returns what help and completion show of commands. */
function describeCommands(commands: Listing) {
  return Object.fromEntries(
    Object.entries(commands).map(([name, { usage, options = {} }]) => [
      name,
      { usage, options: Object.fromEntries(Object.keys(options).map(option => [option, {}])) },
    ]),
  )
}

test('the list of usages is current: after a change of commands, run this test with `-u`', async () => {
  const added = modules.filter(({ loadCommands }) => loadCommands)
  const described = added.map(async ({ name, isOffByDefault = false, loadCommands }) => {
    return { name, isOffByDefault, commands: describeCommands(await loadCommands!()) }
  })
  const usages = { core: describeCommands(coreCommands), modules: await Promise.all(described) }
  await expect(`${JSON.stringify(usages, null, 2)}\n`).toMatchFileSnapshot('../../src/commands/usages.json')
})

test.each([undefined, 'all', 'none', 'compat,refunds', 'archive, webhooks'])(
  'help with MODULES=%s lists exactly the commands that can run',
  async setting => {
    const commands = { ...coreCommands, ...(await selectModules({ modules: setting }).loadCommands()) }
    expect(readUsages(setting)).toEqual(describeCommands(commands))
  },
)
