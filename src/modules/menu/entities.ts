import { MenuGuest } from './menu-guest.ts'
import { MenuPage } from './menu-page.ts'

export const menuEntities = [MenuPage, MenuGuest] as const
