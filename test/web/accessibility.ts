import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What breaks WCAG 2.2 AA seriously on the page as it is. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  // As text, because these tests know no DOM.
  return page.evaluate<
    string[]
  >(`axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}
