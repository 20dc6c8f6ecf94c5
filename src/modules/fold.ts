import type { NoticeViews } from '../../bot/notices/notice-view.ts'
import type { PlatformScreen, ShopScreen, TakeShopUpdate } from '../../bot/screens/screen.ts'
import type { BackgroundWork, BotParts } from '../../bot/work.ts'
import { joinOutward, type OutwardTable } from '../api/dialects/outward-catalogue.ts'
import type { ModuleEndpoint } from '../api/index.ts'
import type { Commands } from '../commands/command.ts'
import { ConfigError } from '../config.ts'
import { markModuleReactions, type Reactions } from '../events/announce.ts'
import { oweReaction } from '../events/owe-reaction.ts'
import { replayOwedReactions } from '../events/replay-owed-reactions.ts'
import type { ModuleSweeps } from '../jobs/schedule.ts'
import type { Sweep } from '../jobs/sweep.ts'
import type { App } from '../needs.ts'
import type { FilledSlots } from '../slots.ts'
import type { AnyDownload } from '../web/parts/download.ts'
import type { AnyPage } from '../web/parts/page.ts'
import { isSwitchedOn, splitNames } from './is-switched-on.ts'
import type { DocumentedApi, Module, ModuleRouter } from './module.ts'

/** The additions of all enabled modules, as one list per kind. */
export interface ModuleAdditions {
  endpoints: readonly ModuleEndpoint[]
  pages: readonly AnyPage[]
  downloads: readonly AnyDownload[]
  routers(app: App): readonly ModuleRouter[]
  documents(app: App, parts: DocumentedApi): readonly ReturnType<NonNullable<Module['documents']>>[]
  sweeps: ModuleSweeps
  /** The events for webhooks of the core and of the modules. */
  outward: OutwardTable
  reactions: readonly Partial<Reactions>[]
  shopScreens: readonly ShopScreen[]
  platformScreens: readonly PlatformScreen[]
  takeShopUpdates: readonly TakeShopUpdate[]
  noticeViews: Partial<NoticeViews>
  botWork(parts: BotParts): readonly BackgroundWork[]
  loadCommands(): Promise<Commands>
}

/**
 * Returns the modules that MODULES names: all if it is `all`, the default ones if it is unset, none if it is `none`.
 * Throws ConfigError for an unknown name, and for an enabled module without one that it needs.
 */
export function chooseModules(modules: readonly Module[], setting: string | undefined): readonly Module[] {
  const on = modules.filter(module => isSwitchedOn(setting, module))
  if (setting === undefined || setting === 'all' || setting === 'none') return on
  const chosen = splitNames(setting)
  const known = modules.map(({ name }) => name)
  const unknown = chosen.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    throw new ConfigError([`MODULES knows all, none, ${known.join(', ')}, not "${unknown.join('", "')}"`])
  }
  const alone = on.flatMap(({ name, needs = [] }) =>
    needs.filter(other => !chosen.includes(other)).map(other => `MODULES: ${name} needs ${other}`),
  )
  if (alone.length > 0) throw new ConfigError(alone)
  return on
}

/** Joins the additions of modules, in the order of the list. */
export function foldModules(modules: readonly Module[]): ModuleAdditions {
  return {
    endpoints: modules.flatMap(({ endpoints = [], endpointsAfter }) =>
      endpoints.map((endpoint, index) => ({ ...endpoint, after: endpoints[index - 1]?.path ?? endpointsAfter })),
    ),
    pages: modules.flatMap(({ pages = [] }) => pages),
    downloads: modules.flatMap(({ downloads = [] }) => downloads),
    routers: app => modules.flatMap(module => module.routers?.(app) ?? []),
    documents: (app, parts) => modules.flatMap(module => module.documents?.(app, parts) ?? []),
    sweeps: (app, createPool) => [
      ...replaySweep(app, modules),
      ...modules.flatMap(module => module.sweeps?.(app, createPool) ?? []),
    ],
    outward: joinOutward(modules.flatMap(({ outward = [] }) => outward)),
    reactions: modules.flatMap(({ reactions = [] }) => reactions),
    shopScreens: modules.flatMap(({ shopScreens = [] }) => shopScreens),
    platformScreens: modules.flatMap(({ platformScreens = [] }) => platformScreens),
    takeShopUpdates: modules.flatMap(({ takeShopUpdate = [] }) => takeShopUpdate),
    noticeViews: Object.assign({}, ...modules.map(({ noticeViews }) => noticeViews)),
    botWork: parts => modules.flatMap(module => module.botWork?.(parts) ?? []),
    loadCommands: async () =>
      Object.assign({}, ...(await Promise.all(modules.map(({ loadCommands }) => loadCommands?.())))),
  }
}

/** Returns the enabled modules' additions to pages and screens, and every module's knowledge of its rows. */
export function fillSlots(all: readonly Module[], enabled: readonly Module[]): FilledSlots {
  return joinSlots([
    { auditTexts: all.flatMap(({ auditTexts }) => auditTexts ?? []) },
    { archivedTables: all.flatMap(({ archivedTables }) => (archivedTables ? [archivedTables] : [])) },
    ...all.flatMap(({ facts = [] }) => facts),
    ...enabled.flatMap(({ slots = [] }) => slots),
  ])
}

function joinSlots(fillings: readonly FilledSlots[]): FilledSlots {
  const filled: Record<string, unknown[]> = {}
  for (const filling of fillings) {
    for (const [name, items] of Object.entries(filling))
      filled[name] = [...(filled[name] ?? []), ...(items as unknown[])]
  }
  return filled as FilledSlots
}

/** Returns, for the disabled modules, reactions that store what they owe until they are enabled again. */
export function oweReactions(all: readonly Module[], enabled: readonly Module[]): Partial<Reactions>[] {
  return all
    .filter(module => !enabled.includes(module))
    .map(({ name, reactions = {}, findConcerned }) => {
      const owe = oweReaction(name, findConcerned)
      return Object.fromEntries(Object.keys(reactions).map(type => [type, [owe]])) as Partial<Reactions>
    })
}

/**
 * Returns the sweep that runs reactions owed from the time when modules were disabled; none if no module has reactions.
 */
function replaySweep(app: App, on: readonly Module[]): Sweep[] {
  const reacting = on.filter(({ reactions }) => reactions !== undefined)
  if (reacting.length === 0) return []
  const names = reacting.map(({ name }) => `'${name}'`).join(', ')
  return [
    {
      name: 'replay-reactions',
      everyMs: 5_000,
      due: `from owed_reaction where module in (${names}) and retry_at <= :now`,
      run: () => replayOwedReactions(app, reacting),
    },
  ]
}

/** Returns the plan of the module that sends events to receivers, if it is enabled. */
export function findPlan(
  modules: readonly Module[],
  app: Parameters<NonNullable<Module['eventPlan']>>[0],
): Pick<Reactions, 'plan'> {
  const planner = modules.find(module => module.eventPlan)
  return planner ? { plan: planner.eventPlan!(app) } : {}
}

/**
 * Returns the reactions of the core, with those of modules in place of `markModuleReactions`, or first if it is
 * missing.
 */
export function foldReactions(core: Reactions, added: readonly Partial<Reactions>[]): Reactions {
  const { count, plan, ...ofTypes } = core
  const folded: Record<string, unknown[]> = {}
  for (const [type, own] of added.flatMap(reactions => Object.entries(reactions))) {
    folded[type] = [...(folded[type] ?? []), ...(own as unknown[])]
  }
  for (const [type, own] of Object.entries(ofTypes) as [string, unknown[]][]) {
    const index = own.indexOf(markModuleReactions)
    folded[type] = [...own.slice(0, Math.max(index, 0)), ...(folded[type] ?? []), ...own.slice(index + 1)]
  }
  return { ...(folded as unknown as Reactions), ...(count && { count }), ...(plan && { plan }) }
}
