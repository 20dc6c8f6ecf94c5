import { setMaintenance } from '../methods/set-maintenance.ts'
import type { App } from '../needs.ts'
import type { CommandArgs, Commands } from './command.ts'

export const methodCommands = {
  'method off': {
    usage: 'method off METHOD REASON   - switches a payment method off for everybody; open payments stay payable',
    options: {},
    run: switchOff,
  },
  'method on': { usage: 'method on METHOD', options: {}, run: switchOn },
} satisfies Commands

async function switchOff(app: App, { words }: CommandArgs): Promise<string[]> {
  const [method = '', ...reason] = words
  await setMaintenance(app, method, reason.join(' '))
  return [`${method} is switched off.`]
}

async function switchOn(app: App, { words }: CommandArgs): Promise<string[]> {
  const [method = ''] = words
  await setMaintenance(app, method, null)
  return [`${method} is switched on.`]
}
