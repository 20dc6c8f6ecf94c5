/** Elements that only arrange others. */
const arranging = new Set([
  'div',
  'span',
  'p',
  'section',
  'ul',
  'ol',
  'li',
  'small',
  'b',
  'strong',
  'br',
  'code',
  'main',
])

/** Attributes that only affect the look, or repeat what the outline shows beside the element. */
const ofLook = new Set(['class', 'aria-describedby', 'title', 'datetime'])

/**
 * Returns a line for each heading, link, field, button and text of a page, with its attributes. Times are left out, and
 * the given values are replaced by their names.
 */
export function outlinePage(page: string, names: Record<string, string> = {}): string {
  const [, main] = /<main\b[^>]*>([\s\S]*)<\/main>/.exec(page)!
  const lines: string[] = []
  let isLineOpen = false
  let before: string | undefined
  for (const [, tag, attributes, text] of main!.matchAll(/<(\/?[\w-]+)((?:"[^"]*"|[^">])*)>|([^<]+)/g)) {
    if (tag === undefined) {
      const words = decode(text!).replace(/\s+/g, ' ').trim()
      if (words === '') continue
      before = undefined
      if (isLineOpen) lines.push(`${lines.pop()}: ${words}`)
      else lines.push(words)
      isLineOpen = false
    } else if (tag === '/p' && before === 'p') {
      lines.push('an empty paragraph')
    } else if (!tag.startsWith('/') && !arranging.has(tag)) {
      lines.push([tag, ...describeAttributes(attributes!)].join(' '))
      isLineOpen = true
    } else isLineOpen = false
    before = tag
  }
  const outline = lines.map(line => (line.startsWith('time: ') ? 'time' : line)).join('\n')
  const known = Object.entries(names).toSorted(([, one], [, other]) => other.length - one.length)
  return known.reduce((said, [name, value]) => said.replaceAll(value, name), outline)
}

function describeAttributes(attributes: string): string[] {
  const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].filter(([, name]) => !ofLook.has(name!))
  return pairs.map(([, name, value]) => (value === undefined ? name! : `${name}=${decode(value)}`))
}

function decode(text: string): string {
  const meaning: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }
  return text.replaceAll('\u00a0', ' ').replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => meaning[name]!)
}
