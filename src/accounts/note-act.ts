import type { Needs } from '../needs.ts'
import { type Audited, audit } from './audit.ts'

/** Writes down an act whose own transaction is over. */
export async function noteAct(app: Needs<'transaction' | 'now'>, asked: Audited): Promise<void> {
  await app.transaction('installation', tx => audit(app, tx, asked))
}
