import { noticeViews as coreViews } from '../../bot/notices/views.ts'
import { platformScreens as corePlatformScreens, shopScreens as coreShopScreens } from '../../bot/screens/index.ts'
import { mergeEndpoints } from '../../src/api/index.ts'
import { selectModules } from '../../src/app.ts'
import { chooseModules, fillSlots } from '../../src/modules/fold.ts'
import { modules } from '../../src/modules/index.ts'
import { downloads as coreDownloads, pages as corePages } from '../../src/web/pages.ts'

/** The additions of the modules that MODULES switches on; if it is unset, of those that are on by default. */
export const moduleAdditions = selectModules({ modules: process.env.MODULES })

export const slots = fillSlots(modules, chooseModules(modules, process.env.MODULES))

// The parts of the core and of these modules, combined as in a process.
export const endpoints = mergeEndpoints(moduleAdditions.endpoints)
export const apiParts = { endpoints, outward: moduleAdditions.outward }
export const pages = [...corePages, ...moduleAdditions.pages]
export const downloads = [...coreDownloads, ...moduleAdditions.downloads]
export const noticeViews = { ...coreViews, ...moduleAdditions.noticeViews }
export const botScreens = {
  shop: [...coreShopScreens, ...moduleAdditions.shopScreens],
  platform: [...corePlatformScreens, ...moduleAdditions.platformScreens],
  takeShopUpdates: moduleAdditions.takeShopUpdates,
  work: moduleAdditions.botWork,
}
