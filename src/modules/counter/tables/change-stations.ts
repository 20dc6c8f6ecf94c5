import { type MemberActor, recordAct } from '../../../accounts/audit.ts'
import { toPlainLine } from '../../../lib/plain-text.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { KitchenStation, printerMax, stationNameMax, stationsMax } from './kitchen-station.ts'
import { findPrinter, readPrinter } from './printer-address.ts'

type StationNeeds = Needs<'transaction' | 'now' | 'config'>

interface StationPaper {
  /** The address of its printer as typed; empty for none. */
  printer: string
  /** The language of its tickets. */
  language: 'id' | 'en'
}

const categoriesMax = 200

/**
 * Adds a station that gets tickets for the goods of some categories. Refuses `invalid_request` for `name`, and
 * `address_refused` for a printer that the operator does not allow.
 */
export async function addStation(
  app: StationNeeds,
  { name: typed, categories, ...paper }: { name: string; categories: string[] } & StationPaper,
  { accountId, actor, address = null }: MemberActor,
): Promise<void> {
  const name = toPlainLine(typed).trim()
  if (name === '' || name.length > stationNameMax)
    throw refuseField('name', `has 1 to ${stationNameMax} characters`, {
      code: 'wrong_length',
      min: 1,
      max: stationNameMax,
    })
  const { printer, language } = checkPaper(app, paper)
  await app.transaction({ accountId }, async tx => {
    if ((await tx.em.count(KitchenStation, {})) >= stationsMax)
      throw refuseField('name', `is one of ${stationsMax} at most`, { code: 'too_many', max: stationsMax })
    const row = {
      account: accountId,
      name,
      categories: categories.slice(0, categoriesMax),
      printer,
      language,
      createdAt: app.now(),
    }
    const { affectedRows } = await tx.em.qb(KitchenStation).insert(row).onConflict().ignore().execute()
    if (affectedRows !== 1) throw refuseField('name', 'is taken by another station', 'taken')
    await recordAct(app, tx, {
      accountId,
      actor,
      address,
      act: 'counter.station',
      subject: name,
      detail: { categories, printer },
    })
  })
}

/** Sets or removes the printer of a station. Refuses `not_found`, and `address_refused` as `addStation` does. */
export async function setStationPrinter(
  app: StationNeeds,
  { station: id, ...paper }: { station: number } & StationPaper,
  { accountId, actor, address = null }: MemberActor,
): Promise<void> {
  const { printer, language } = checkPaper(app, paper)
  await app.transaction({ accountId }, async tx => {
    const station = await tx.em.findOne(KitchenStation, { id })
    if (!station || (await tx.em.nativeUpdate(KitchenStation, { id }, { printer, language })) !== 1)
      throw notFound('station')
    const detail = { printer }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.station', subject: station.name, detail })
  })
}

/** Returns the printer as it is stored; null if none was entered. */
function checkPaper({ config }: StationNeeds, { printer: typed, language }: StationPaper) {
  if (typed.trim() === '') return { printer: null, language }
  const printer = readPrinter(typed)
  if (printer === null || printer.length > printerMax)
    throw refuseField('printer', 'is an address such as 192.168.1.50:9100', 'malformed')
  if (findPrinter(config, printer) === null)
    throw refuseField('printer', 'is not one of the addresses in OUTBOUND_ALLOW', 'not_allowed', {
      reason: 'address_refused',
    })
  return { printer, language }
}

/** Removes a station and its tickets. Refuses `not_found`. */
export async function removeStation(
  app: StationNeeds,
  id: number,
  { accountId, actor, address = null }: MemberActor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const station = await tx.em.findOne(KitchenStation, { id })
    if (!station || (await tx.em.nativeDelete(KitchenStation, { id })) !== 1) throw notFound('station')
    const detail = { removed: true }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.station', subject: station.name, detail })
  })
}
