import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

// Parsing its half megabyte costs as much as a look at a small page.
async function addAxe(page: Page | Frame): Promise<void> {
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(axe.source)
}

/** Returns axe's findings that keep a person from using the page, with their markup. */
export async function seriousFindings(page: Page | Frame): Promise<string[]> {
  await addAxe(page)
  // As text, because these tests know no DOM.
  return page.evaluate<
    string[]
  >(`axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}

/** Returns everything that axe finds on the page, however little it matters, with the markup it is about. */
export function allFindings(page: Page): Promise<string[]> {
  return findings(page, '')
}

/** Returns what axe finds about the colours of a page whose other findings are known. */
export function colorFindings(page: Page): Promise<string[]> {
  return findings(page, "runOnly: ['color-contrast', 'link-in-text-block'],")
}

async function findings(page: Page, options: string): Promise<string[]> {
  await addAxe(page)
  return page.evaluate<string[]>(`axe.run({ ${options} resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}

/**
 * Text whose contrast is below 4.5 (3 if it is large), and text whose contrast cannot be measured, except for
 * scrolled-away text and empty fields.
 */
export async function faintTexts(page: Page | Frame): Promise<string[]> {
  await addAxe(page)
  return page.evaluate<string[]>(`axe.run({ runOnly: ['color-contrast'] })
    .then(({ violations, incomplete }) => [...violations, ...incomplete].flatMap(({ nodes }) => nodes)
      .filter(({ any }) => !any.some(({ data }) =>
        /^(bgOverlap|elmPartiallyObscur|emptyValue|outsideViewport)/.test(data?.messageKey ?? '')))
      .map(({ html, any }) => html + ' ' + any.map(({ message }) => message).join(' ')))`)
}
