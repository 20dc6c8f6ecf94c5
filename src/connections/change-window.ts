import type { Window, WindowChange } from '../connectors/window.ts'

/** Returns a connection's window changes, overridden by newer ones; an undefined value restores the connector's own. */
export function changeWindow(before: Partial<Window>, ...changes: WindowChange[]): Partial<Window> {
  const after = Object.assign({ ...before }, ...changes)
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined))
}
