import { ConfigError } from '../config.ts'
import type { App } from '../needs.ts'
import type { Module } from './module.ts'

/** Refuses to start with a disabled module that has open work, which would be abandoned. */
export async function refuseOpenWork(app: App, modules: readonly { module: Module; isOn: boolean }[]): Promise<void> {
  const problems: string[] = []
  for (const { module, isOn } of modules) {
    if (isOn || !module.countOpen) continue
    const open = Object.entries(await module.countOpen(app)).filter(([, count]) => count > 0)
    if (open.length === 0) continue
    const counted = open.map(([what, count]) => `${count} ${what}`).join(', ')
    problems.push(`MODULES: ${module.name} cannot be off yet: ${counted}`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
}
