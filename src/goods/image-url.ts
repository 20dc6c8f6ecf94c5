import type { Config } from '../config.ts'

/** Returns the public address of a product's picture. */
export function imageUrl(config: Pick<Config, 'baseUrl'>, storageKey: string): string {
  return `${config.baseUrl}/images/${storageKey}.jpg`
}
