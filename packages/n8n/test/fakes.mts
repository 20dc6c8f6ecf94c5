import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  IWebhookFunctions,
} from 'n8n-workflow'

// Replacements for what n8n passes to a node, typed by n8n-workflow: the parts of it that these nodes use.

export interface RecordedRequest {
  method: string
  url: string
  headers: IDataObject
  fields: IDataObject
}

export interface Shop {
  url: string
  key: string
}

const node = { id: 'node-1', name: 'Warung', type: 'warung', typeVersion: 1, position: [0, 0], parameters: {} } as INode

type Part<Functions> = { [Name in keyof Functions]?: unknown }

/** Sends like n8n, with the headers of the credential. */
function common(shop: Shop, asked: RecordedRequest[]) {
  return {
    getNode: () => node,
    getCredentials: async () => ({ baseUrl: shop.url, apiKey: shop.key }),
    helpers: {
      async httpRequestWithAuthentication(_: string, options: IHttpRequestOptions) {
        const { method = 'GET', url, qs = {}, body = {}, headers = {} } = options
        const fields = (method === 'GET' ? qs : body) as IDataObject
        asked.push({ method, url, headers: headers as IDataObject, fields })
        const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
        const answer = await fetch(url + query, {
          method,
          headers: {
            'X-API-Key': shop.key,
            'X-API-Variant': 'detailed',
            ...(headers as Record<string, string>),
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'POST' ? { body: JSON.stringify(fields) } : {}),
        })
        const text = await answer.text()
        return {
          statusCode: answer.status,
          body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
        }
      },
    },
  }
}

export interface Execution {
  /** The parameters of each item. */
  items: IDataObject[]
  executionId?: string
  runIndex?: number
  continueOnFail?: boolean
}

export function fakeExecution(shop: Shop, execution: Execution, requests: RecordedRequest[] = []): IExecuteFunctions {
  const { items, executionId = 'execution-1', runIndex = 0, continueOnFail = false } = execution
  return {
    ...common(shop, requests),
    getInputData: () => items.map((): INodeExecutionData => ({ json: {} })),
    getNodeParameter: (name: string, index: number, otherwise?: unknown) => items[index]?.[name] ?? otherwise,
    getExecutionId: () => executionId,
    getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
    continueOnFail: () => continueOnFail,
  } satisfies Part<IExecuteFunctions> as unknown as IExecuteFunctions
}

export interface Hook {
  url: string
  events: string[]
  memory: IDataObject
}

export function fakeHook(shop: Shop, { url, events, memory }: Hook, requests: RecordedRequest[] = []): IHookFunctions {
  return {
    ...common(shop, requests),
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => events,
    getWorkflow: () => ({ id: '1', name: 'Books', active: true }),
    getWorkflowStaticData: () => memory,
  } satisfies Part<IHookFunctions> as unknown as IHookFunctions
}

export interface Delivery {
  headers: Record<string, string>
  body: Buffer
  memory: IDataObject
}

export interface RecordedAnswer {
  status?: number
  body?: unknown
}

export function fakeDelivery({ headers, body, memory }: Delivery, answered: RecordedAnswer = {}): IWebhookFunctions {
  const response = {
    status(code: number) {
      answered.status = code
      return response
    },
    json(value: unknown) {
      answered.body = value
      return response
    },
  }
  return {
    getRequestObject: () => ({ rawBody: body }),
    getResponseObject: () => response,
    getHeaderData: () => headers,
    getWorkflowStaticData: () => memory,
  } satisfies Part<IWebhookFunctions> as unknown as IWebhookFunctions
}
