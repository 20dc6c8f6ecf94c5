import { z } from 'zod'
import { readQuery, type SimulatorAnswer, type SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { simulators } from './simulators.ts'

const contracts = new Map(
  [...simulators].flatMap(([id, simulator]) => (simulator.contracts ? [[id, simulator.contracts] as const] : [])),
)

const Wanted = z.object({
  connector: z.enum([...contracts.keys()]),
  merchant_id: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,30}$/, 'has 1 to 30 letters, digits and dashes')
    .default('TOKO'),
})

/**
 * Handles `GET /credentials`: returns what a merchant gets from a provider with a contract. Every merchant id has one
 * here.
 */
export async function issueCredentials(
  { sql, url }: SandboxNeeds,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const { connector, merchant_id: merchantId } = readQuery(request, Wanted)
  const contract = contracts.get(connector)!
  const options = readQuery(request, contract.options)
  const body = await contract.credentials({ sql }, { address: `${url}/${connector}`, merchantId, options })
  return { status: 200, body }
}
