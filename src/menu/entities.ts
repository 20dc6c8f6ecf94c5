import { MenuPage } from './menu-page.ts'

export const menuEntities = [MenuPage] as const
