import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import { logoPath } from './product-picture.ts'

/** Renders a merchant's logo, by the key of its picture, or otherwise the first letter of the name. */
export function merchantLogo(config: Pick<Config, 'baseUrl'>, name: string, logoKey: string | null): Html {
  if (logoKey === null) {
    return html`<span class="initial" aria-hidden="true">${([...name.trim()][0] ?? '?').toUpperCase()}</span>`
  }
  const source = logoPath(config, logoKey)
  return html`<img class="logo" src="${source}" width="46" height="46" alt="" data-testid="logo">`
}
