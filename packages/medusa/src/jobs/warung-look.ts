import type { MedusaContainer } from '@medusajs/framework/types'
import { look } from '../look.ts'

export default async function warungLook(container: MedusaContainer): Promise<void> {
  await look(container)
}

export const config = { name: 'warung-look', schedule: '* * * * *' }
