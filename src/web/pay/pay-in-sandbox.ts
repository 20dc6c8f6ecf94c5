import type { Needs } from '../../needs.ts'

/**
 * Makes the money of a test-mode payment arrive, through the sandbox's own control. A second press is the same
 * transfer. Returns whether the sandbox accepted it; Warung then finds the money in the usual way.
 */
export async function payInSandbox(app: Needs<'outbound' | 'config' | 'log'>, invoiceId: string): Promise<boolean> {
  try {
    const answer = await app.outbound.fetch(`${app.config.sandboxUrl}/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice_id: invoiceId, reference: `page-${invoiceId}` }),
      timeoutMs: 5_000,
    })
    return answer.status === 200
  } catch (error) {
    app.log.warn({ err: error, invoice_id: invoiceId }, 'the sandbox could not be reached')
    return false
  }
}
