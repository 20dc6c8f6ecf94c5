/** Parses JSON; returns undefined, which JSON cannot express, if the text is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
