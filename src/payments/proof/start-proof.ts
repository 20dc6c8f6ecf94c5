import { type Actor, commandActor, recordAct } from '../../accounts/audit.ts'
import { type AddressProblem, checkOwnAddress } from '../../connections/check-own-address.ts'
import { defaultProbeAmount } from '../../connections/probe-credentials.ts'
import type { Window } from '../../connectors/window.ts'
import type { Standing, StandingConnection } from '../../keys/standing.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import { servesAllAccounts } from '../../methods/bringers.ts'
import type { Needs } from '../../needs.ts'
import { Charge } from '../charge.ts'
import { createPayment } from '../create-payment.ts'
import type { Payment } from '../payment.ts'

type StartNeeds = Needs<
  | 'config'
  | 'sql'
  | 'ask'
  | 'transaction'
  | 'em'
  | 'now'
  | 'edition'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'wake'
  | 'reactions'
>

/** The keys in a proof payment's metadata: the connection that it proves, and the result of the address check. */
export const proofKeys = { connection: 'warung_proof', address: 'warung_proof_address' } as const

/** A proof payment that was started or is still open. */
export interface StartedProof {
  invoiceId: string
  amount: number
  /** Why this provider's notifications do not reach the shop; null if they do, or if it sends none. */
  addressProblem: AddressProblem | null
}

/**
 * Creates a real payment of a connection's minimum amount, so that its merchant sees money arrive. Before the code is
 * created, our own notification address is checked; a problem there does not stop the payment. While one is open, it is
 * returned again. Refuses `not_found`, `invalid_request` for an inactive connection or one that creates no codes, and
 * as the creation of a payment does.
 */
export async function startProof(
  app: StartNeeds,
  standing: Standing,
  connectionId: number,
  by: Actor = commandActor,
): Promise<StartedProof> {
  const connection = findProvable(app, standing, connectionId)
  const open = await findOpenProof(app, standing, connectionId)
  if (open) return describeProof(open)
  const { connector, window } = connection
  const kind = app.connectors[connector]
  const addressProblem = kind.receive ? await checkOwnAddress(app, connector) : null
  const input = {
    amount: computeProofAmount({ ...kind.window, ...window }),
    paymentMethod: servesAllAccounts(app.connectors, connection) ? 'qris' : 'qris_user',
    description: kind.texts.en.name,
    metadata: {
      [proofKeys.connection]: String(connectionId),
      ...(addressProblem && { [proofKeys.address]: addressProblem }),
    },
  }
  const payment = await app.transaction(standing, async tx => {
    const { accountId } = standing
    await recordAct(app, tx, { accountId, ...by, act: 'connection.proof', subject: `connection ${connectionId}` })
    return createPayment(app, standing, input, { tx, via: connection })
  })
  return describeProof(payment)
}

/** Returns the amount of a proof payment, which is its connection's minimum. */
export function computeProofAmount({ amountMin = defaultProbeAmount }: Pick<Window, 'amountMin'>): number {
  return Math.max(defaultProbeAmount, amountMin)
}

function findProvable(
  { connectors }: Needs<'connectors'>,
  { connections }: Standing,
  connectionId: number,
): StandingConnection {
  const connection = connections.find(({ id, isOwn }) => id === connectionId && isOwn)
  if (!connection) throw notFound('connection')
  if (!connectors[connection.connector].traits.makesCodes) {
    throw refuseField('connection', 'makes no codes, so there is none to pay', 'not_allowed')
  }
  return connection
}

async function findOpenProof(
  app: Needs<'em' | 'now'>,
  standing: Standing,
  connectionId: number,
): Promise<Readonly<Payment> | null> {
  const metadata = { [proofKeys.connection]: String(connectionId) }
  const open = { status: 'pending' as const, mode: standing.mode, expiresAt: { $gt: app.now() }, metadata }
  const charge = await app
    .em(standing)
    .findOne(Charge, { connection: connectionId, payment: open }, { populate: ['payment'], orderBy: { id: 'desc' } })
  return charge && (charge.payment as unknown as Readonly<Payment>)
}

function describeProof({ invoiceId, amount, metadata }: Readonly<Payment>): StartedProof {
  return { invoiceId, amount, addressProblem: (metadata[proofKeys.address] as AddressProblem | undefined) ?? null }
}
