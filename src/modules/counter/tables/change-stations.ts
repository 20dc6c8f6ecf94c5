import { type MemberActing, recordAct } from '../../../accounts/audit.ts'
import { plainLine } from '../../../lib/plain-text.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { KitchenStation, stationNameMax, stationsMax } from './kitchen-station.ts'

type StationNeeds = Needs<'transaction' | 'now'>

const categoriesMax = 200

/** Adds a station that gets tickets of the goods of some categories. Refuses `invalid_request` for `name`. */
export async function addStation(
  app: StationNeeds,
  { name: typed, categories }: { name: string; categories: string[] },
  { accountId, actor, address = null }: MemberActing,
): Promise<void> {
  const name = plainLine(typed).trim()
  if (name === '' || name.length > stationNameMax)
    throw refuseField('name', `has 1 to ${stationNameMax} characters`, {
      code: 'wrong_length',
      min: 1,
      max: stationNameMax,
    })
  await app.transaction({ accountId }, async tx => {
    if ((await tx.em.count(KitchenStation, {})) >= stationsMax)
      throw refuseField('name', `is one of ${stationsMax} at most`, { code: 'too_many', max: stationsMax })
    const row = { account: accountId, name, categories: categories.slice(0, categoriesMax), createdAt: app.now() }
    const { affectedRows } = await tx.em.qb(KitchenStation).insert(row).onConflict().ignore().execute()
    if (affectedRows !== 1) throw refuseField('name', 'is taken by another station', 'taken')
    await recordAct(app, tx, {
      accountId,
      actor,
      address,
      act: 'counter.station',
      subject: name,
      detail: { categories },
    })
  })
}

/** Removes a station. Refuses `not_found`. */
export async function removeStation(
  app: StationNeeds,
  id: number,
  { accountId, actor, address = null }: MemberActing,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const station = await tx.em.findOne(KitchenStation, { id })
    if (!station || (await tx.em.nativeDelete(KitchenStation, { id })) !== 1) throw notFound('station')
    const detail = { removed: true }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.station', subject: station.name, detail })
  })
}
