import type { Outbound, OutboundAnswer, OutboundOptions } from '../../lib/outbound.ts'
import type { Exchange } from './exchange.ts'

/** Wraps outbound requests and reports each exchange before it returns the answer. The requests are unchanged. */
export function watchOutbound(
  outbound: Pick<Outbound, 'fetch'>,
  report: (exchange: Exchange) => Promise<void>,
): Outbound {
  return {
    async fetch(address, options = {}) {
      const startedAt = performance.now()
      const exchange = (outcome: Pick<Exchange, 'answer' | 'problem'>): Exchange => ({
        ...describeRequest(address, options),
        ...outcome,
        durationMs: Math.round(performance.now() - startedAt),
      })
      try {
        const answer = await outbound.fetch(address, options)
        await report(exchange({ answer: answerOf(answer), problem: null }))
        return answer
      } catch (error) {
        await report(exchange({ answer: null, problem: (error as Error).message }))
        throw error
      }
    },
  }
}

function describeRequest(address: string, { method = 'GET', headers = {}, body = '', stringToSign }: OutboundOptions) {
  return {
    direction: 'out' as const,
    method,
    address,
    headers,
    stringsToSign: stringToSign === undefined ? [] : [stringToSign],
    body,
  }
}

const answerOf = ({ status, body }: OutboundAnswer) => ({ status, body: body.toString('utf8') })
