import type { Window, WindowChange } from '../connectors/window.ts'

/**
 * Returns the changes of a connection's window with newer ones on top; what is undefined there is the connector's own
 * again.
 */
export function changeWindow(before: Partial<Window>, ...changes: WindowChange[]): Partial<Window> {
  const after = Object.assign({ ...before }, ...changes)
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined))
}
