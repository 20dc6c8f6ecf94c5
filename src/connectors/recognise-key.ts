import type { Connector } from './connector.ts'
import { cleanKey } from './pasted-key.ts'

/**
 * Returns the connector whose key a text contains, alone or among words, such as `MIDTRANS_SERVER_KEY=...`; undefined
 * if it contains none.
 */
export function recogniseKey<Id extends string>(
  connectors: Readonly<Record<Id, Pick<Connector, 'keyPattern'>>>,
  text: string,
): Id | undefined {
  const words = [cleanKey(text), ...text.split(/[\s="'`,:;<>()]+/)]
  const ids = Object.keys(connectors) as Id[]
  return ids.find(id => words.some(word => connectors[id].keyPattern?.test(word)))
}
