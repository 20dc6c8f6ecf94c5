/** Returns what a person recognises of a browser: `Chrome, Android`. The rest of the header is left out. */
export function browserName(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1] ?? (userAgent.slice(0, 40) || '?')
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1]
  return [browser, system].filter(Boolean).join(', ')
}
