import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// The index of elements of the HTML Standard (https://html.spec.whatwg.org/multipage/indices.html#elements-3), without
// those that no template should need; then the SVG elements of icons and charts, and one of Telegram's messages.
const known = new Set(
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav
  noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot
  small source span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr track u
  ul var video wbr svg path circle rect line g tg-time`.split(/\s+/),
)
const root = path.join(import.meta.dirname, '..', '..')

test('templates use only elements that browsers or Telegram know', () => {
  const names = ['src', 'bot'].flatMap(listNames)
  expect(names.length).toBeGreaterThan(1000)
  expect(names.filter(({ name }) => !known.has(name))).toEqual([])
})

function listNames(folder: string): { file: string; name: string }[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => file.endsWith('.ts'))
    .flatMap(file => {
      const source = readFileSync(path.join(root, folder, file), 'utf8')
      return listTemplates(parseSync(file, source).program).flatMap(text =>
        [...text.matchAll(/<\/?([a-zA-Z][\w-]*)/g)].map(([, name]) => ({ file: `${folder}/${file}`, name: name! })),
      )
    })
}

/** Returns the literal parts of all templates with the tag `html`. */
function listTemplates(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, tag, quasi } = node as {
    type?: string
    tag?: { name?: string }
    quasi?: { quasis: { value: { raw: string } }[] }
  }
  const own = type === 'TaggedTemplateExpression' && tag?.name === 'html' ? quasi!.quasis.map(one => one.value.raw) : []
  return [...own, ...Object.values(node).flatMap(listTemplates)]
}
