import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'

/** The digital files of an account, newest first; those that are switched off only where they are asked for. */
export async function listFiles(
  app: Needs<'slowly'>,
  accountId: number,
  { activeOnly }: { activeOnly: boolean },
): Promise<DigitalFile[]> {
  return app.slowly(({ em }) =>
    em({ accountId }).find(DigitalFile, activeOnly ? { isActive: true } : {}, { orderBy: { id: 'desc' } }),
  )
}
