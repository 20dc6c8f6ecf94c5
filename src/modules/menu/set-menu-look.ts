import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { notFound, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { estimateMax, type MenuColour, MenuPage } from './menu-page.ts'

export interface MenuLook {
  colour: MenuColour
  /** The estimate in minutes; null to show none. */
  readyMin: number | null
  deliveryMin: number | null
}

/**
 * Sets the colour of a menu page and its estimates. Refuses `invalid_request` for `readyMin` and `deliveryMin`, and
 * `not_found` without a menu page.
 */
export async function setMenuLook(
  app: Needs<'transaction' | 'now'>,
  actor: ModeActor,
  { colour, readyMin, deliveryMin }: MenuLook,
): Promise<void> {
  const wrong = Object.entries({ readyMin, deliveryMin }).flatMap(([path, minutes]): FieldError[] => {
    const isGood = minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= estimateMax)
    const said = { path, error: `is 1 to ${estimateMax}`, code: 'out_of_range', min: 1, max: estimateMax } as const
    return isGood ? [] : [said]
  })
  if (wrong.length > 0) throw refuseFields(wrong)
  const { accountId, mode } = actor
  await app.transaction({ accountId, mode }, async tx => {
    const page = { account: accountId, mode }
    if ((await tx.em.nativeUpdate(MenuPage, page, { colour, readyMin, deliveryMin })) === 0) throw notFound('menu page')
    const detail = { mode, colour, ready_min: readyMin, delivery_min: deliveryMin }
    await recordAct(app, tx, { ...actor, act: 'shop.menu', subject: `account ${accountId}`, detail })
  })
}
