const longest = 12

/**
 * Shortens a person's name for a page that strangers may open: `Siti N.` is enough for the person at the counter. Phone
 * numbers and addresses in a name are cut off.
 */
export function shortenName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  if (/@|\d{4}/.test(name)) return `${[...first].slice(0, 3).join('')}…`
  const last = [...(others.at(-1) ?? '')][0]
  const shown = [...first].length > longest ? `${[...first].slice(0, longest).join('')}…` : first
  return last === undefined ? shown : `${shown} ${last.toUpperCase()}.`
}
