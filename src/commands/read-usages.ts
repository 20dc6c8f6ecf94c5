import { isSwitchedOn } from '../modules/is-switched-on.ts'
import usages from './usages.json' with { type: 'json' }

/**
 * Returns the usages and options of the commands of the core and of the modules that MODULES switches on, by name. They
 * are listed in a file, because the commands themselves load the whole program. An unknown module is ignored: the
 * command that runs reports it.
 */
export function readUsages(setting: string | undefined): Record<string, { usage: string; options: object }> {
  const { core, modules } = usages
  const added = modules.filter(module => isSwitchedOn(setting || undefined, module))
  return Object.assign({}, core, ...added.map(({ commands }) => commands))
}
