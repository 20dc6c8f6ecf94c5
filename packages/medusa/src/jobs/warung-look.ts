import type { MedusaContainer } from '@medusajs/framework/types'
import { checkWaitingPayments } from '../check-waiting-payments.ts'

export default async function warungLook(container: MedusaContainer): Promise<void> {
  await checkWaitingPayments(container)
}

export const config = { name: 'warung-look', schedule: '* * * * *' }
