import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import type { Finder, SearchHit } from '../../../web/dashboard/finder.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { ownFinders } from './own-finders.ts'

/** The hits of one kind. */
export interface HitGroup {
  title: string
  hits: SearchHit[]
}

export const searchCharactersMin = 2

/** Returns the hits of a text by kind, without empty kinds. */
export async function searchEverything(app: App, visit: Visit, input: string, limit: number): Promise<HitGroup[]> {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  if (text.length < searchCharactersMin) return []
  const results = await Promise.all(
    findersFor(app, visit).map(async ({ title, find }) => ({
      title: title[visit.language],
      hits: await find(app, visit, { text, limit }),
    })),
  )
  return results.filter(({ hits }) => hits.length > 0)
}

function findersFor(app: App, { account }: Visit): Finder[] {
  const all = [...ownFinders, ...listAdditions(app, 'finders')]
  return all.filter(({ role = 'read' }) => mayDo(account.role, role)).toSorted((one, other) => one.order - other.order)
}
