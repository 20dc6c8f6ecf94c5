import { cures } from '../../../http/cures.ts'
import { refusals } from '../../../http/errors.ts'
import type { RefusalCode } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { listOperations, type OpenApiDocument } from './openapi-document.ts'

/**
 * Returns the API in one text, as llmstxt.org describes it: its purpose, its use, and the documentation of each
 * endpoint.
 */
export function writeLanguageModelText({ config }: Needs<'config'>, openApiDocument: object): string {
  const document = openApiDocument as OpenApiDocument
  const { baseUrl } = config
  const operations = listOperations(document)
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(
      ({ slug, method, path, operation }) =>
        `- [${method} ${path}](${baseUrl}/docs/api/${slug}?lang=en): ${operation.summary}`,
    )
    return `## ${name}\n\n${links.join('\n')}`
  })
  const errors = (Object.keys(refusals) as RefusalCode[]).map(code => {
    const { status, meaning } = refusals[code]
    return `- \`${code}\` (${status}): ${meaning}. ${cures[code]}.`
  })
  const events = Object.keys(document.webhooks).map(type => `- [${type}](${baseUrl}/docs/events/${type}?lang=en)`)
  return `# Warung

> A QRIS payment gateway and Telegram store that is run by its owner, at ${baseUrl}.
> Backends create payments by HTTP and receive signed callbacks.

Send an API key in the header \`X-API-Key\`; keys begin with \`wrg_test_\` (play money) or \`wrg_live_\`.
${document.info.description}

A payment is created with \`POST ${baseUrl}/api/create-payment\`; its \`payment_url\` is sent to the
customer. When it is paid, a callback goes to \`callback_url\`, signed as Standard Webhooks describe (headers
\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`). \`GET ${baseUrl}/api/check-payment?invoice=...\`
answers its status at any time. Fulfil what was bought only when the status is \`paid\`.

- [OpenAPI 3.1](${baseUrl}/openapi.json)

${sections.join('\n\n')}

## Types of events

Sent to endpoints (\`POST /create-endpoint\`), each with its schema in OpenAPI's \`webhooks\`:

${events.join('\n')}

## Error codes

${errors.join('\n')}
`
}
