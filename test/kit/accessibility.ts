import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

// Parsing axe's half megabyte takes as long as the check of a small page.
async function addAxe(page: Page | Frame): Promise<void> {
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(axe.source)
}

/** Returns axe's findings that prevent a person from using the page, with their markup. */
export async function findSeriousProblems(page: Page | Frame): Promise<string[]> {
  await addAxe(page)
  // The script is text because these tests have no DOM types.
  return page.evaluate<
    string[]
  >(`axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}

/** Returns all of axe's findings on the page, even minor ones, with their markup. */
export function findAllProblems(page: Page): Promise<string[]> {
  return findings(page, '')
}

/** Returns axe's findings about colours; the page's other findings are checked elsewhere. */
export function findColourProblems(page: Page): Promise<string[]> {
  return findings(page, "runOnly: ['color-contrast', 'link-in-text-block'],")
}

async function findings(page: Page, options: string): Promise<string[]> {
  await addAxe(page)
  return page.evaluate<string[]>(`axe.run({ ${options} resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}

/**
 * Returns text whose contrast is below 4.5 (3 if it is large) or cannot be measured, except scrolled-away text and
 * empty fields.
 */
export async function findFaintTexts(page: Page | Frame): Promise<string[]> {
  await addAxe(page)
  return page.evaluate<string[]>(`axe.run({ runOnly: ['color-contrast'] })
    .then(({ violations, incomplete }) => [...violations, ...incomplete].flatMap(({ nodes }) => nodes)
      .filter(({ any }) => !any.some(({ data }) =>
        /^(bgOverlap|elmPartiallyObscur|emptyValue|outsideViewport)/.test(data?.messageKey ?? '')))
      .map(({ html, any }) => html + ' ' + any.map(({ message }) => message).join(' ')))`)
}
