/**
 * Returns whether MODULES switches a module on: all are if it is `all`, the default ones if it is unset, none if it is
 * `none`. It imports nothing, because `help` reads no module.
 */
export function isSwitchedOn(
  setting: string | undefined,
  { name, isOffByDefault = false }: { name: string; isOffByDefault?: boolean },
): boolean {
  if (setting === undefined) return !isOffByDefault
  return setting === 'all' || (setting !== 'none' && splitNames(setting).includes(name))
}

/** Returns the names in MODULES. */
export function splitNames(setting: string): string[] {
  return setting.split(',').map(name => name.trim())
}
