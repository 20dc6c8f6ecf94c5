// Notes of one tab. Browsers may refuse storage to frames: everything works without them.

export function storeNote(name: string, value: string) {
  try {
    sessionStorage.setItem(`mini-app-${name}`, value)
  } catch {}
}

export function readNote(name: string): string | null {
  try {
    return sessionStorage.getItem(`mini-app-${name}`)
  } catch {
    return null
  }
}
