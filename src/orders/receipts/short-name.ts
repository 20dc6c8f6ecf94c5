const longest = 12

/**
 * A person's name on a page that strangers may open: `Siti N.`, enough for whoever stands at the counter. What is no
 * name but a number or an address is cut off.
 */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  if (/@|\d{4}/.test(name)) return `${[...first].slice(0, 3).join('')}…`
  const last = [...(others.at(-1) ?? '')][0]
  const shown = [...first].length > longest ? `${[...first].slice(0, longest).join('')}…` : first
  return last === undefined ? shown : `${shown} ${last.toUpperCase()}.`
}
