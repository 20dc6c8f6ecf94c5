import { commandActor } from '../../accounts/audit.ts'
import type { App } from '../../needs.ts'
import { MenuPage } from './menu-page.ts'
import { menuUrl } from './menu-url.ts'
import { setMenu } from './set-menu.ts'

const slug = 'kopi-demo'

/** Opens the menu of the demo's shop only once, because its merchant may close it or change its address. */
export async function openDemoMenu(app: App, accountId: number): Promise<{ menu_url: string }> {
  const scope = { accountId, mode: 'test' as const }
  const existing = await app.em(scope).findOne(MenuPage, { account: accountId, mode: 'test' })
  if (!existing) await setMenu(app, { ...scope, ...commandActor }, { slug, isOn: true })
  return { menu_url: menuUrl(app.config, existing ?? { slug }) }
}
