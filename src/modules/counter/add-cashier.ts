import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { refuseField } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { Cashier, nameMax } from './cashier.ts'
import { checkPin, hashPin } from './pin.ts'

const cashiersMax = 100

/** Adds a cashier with a name and a PIN of six digits. Refuses `invalid_request` for either. */
export async function addCashier(
  app: Needs<'transaction' | 'now'>,
  input: { name: string; pin: string },
  { accountId, ...acting }: MemberActor,
): Promise<Cashier> {
  const name = input.name.trim()
  refuseTogether(
    () => {
      if (name !== '' && name.length <= nameMax) return
      throw refuseField('name', `has 1 to ${nameMax} characters`, { code: 'wrong_length', min: 1, max: nameMax })
    },
    () => checkPin(input.pin),
  )
  const pinHash = await hashPin(input.pin)
  return app.transaction({ accountId }, async tx => {
    if ((await tx.em.count(Cashier, {})) >= cashiersMax)
      throw refuseField('name', `would be one of more than ${cashiersMax} cashiers`, {
        code: 'too_many',
        max: cashiersMax,
      })
    const row = { account: accountId, name, pinHash, isActive: true, createdAt: app.now() }
    const [made] = await tx.em.qb(Cashier).insert(row).onConflict().ignore().returning('id').execute('all')
    if (!made) throw refuseField('name', 'is taken by another cashier', 'taken')
    const { id } = made as { id: number }
    await recordAct(app, tx, {
      accountId,
      actor: acting.actor,
      address: acting.address ?? null,
      act: 'cashier.added',
      subject: `cashier ${id}`,
      detail: { name },
    })
    return tx.em.findOneOrFail(Cashier, { id })
  })
}
