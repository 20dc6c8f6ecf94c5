import type { Config } from '../config.ts'
import type { Bill } from './bill.ts'

/** The page of a bill. From BASE_URL, never from what a request called this host. */
export function billUrl(config: Pick<Config, 'baseUrl'>, { slug }: Pick<Bill, 'slug'>): string {
  return `${config.baseUrl}/b/${slug}`
}
