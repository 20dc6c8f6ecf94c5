/** Returns a name that a person recognises, such as `Chrome, Android`, without the rest of the header. */
export function describeBrowser(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1] ?? (userAgent.slice(0, 40) || '?')
  // An Android phone also reports Linux, and an iPhone Mac OS X: the first match in this order counts.
  const system = systems.find(name => userAgent.includes(name))
  return [browser, system].filter(Boolean).join(', ')
}

const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux']
