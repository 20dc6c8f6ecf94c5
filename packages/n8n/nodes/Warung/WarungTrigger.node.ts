import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow'
import { eventTypes } from './event-types'
import { callShop } from './request'
import { findMessageProblem } from './signature'

interface ListedEndpoint {
  endpoint_id: string
  url: string | null
  types: string[] | null
  enabled: boolean
}

export class WarungTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Warung Trigger',
    name: 'warungTrigger',
    icon: { light: 'file:../../icons/warung.svg', dark: 'file:../../icons/warung.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in a Warung shop',
    defaults: { name: 'Warung Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'warungApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['payment.paid'],
        description: 'What starts the workflow',
        options: eventTypes.map(value => ({ name: value, value })),
      },
      {
        displayName:
          'An event comes again until n8n has taken it: let the step that books use the invoice ID as its key.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const memory = this.getWorkflowStaticData('node')
        if (!memory.endpointId || !memory.secret) return false
        const { data } = await callShop(this, { method: 'GET', path: '/list-endpoints' })
        const endpoint = (data as unknown as ListedEndpoint[]).find(one => one.endpoint_id === memory.endpointId)
        if (!endpoint) return false
        if (isAsSet(this, endpoint)) return true
        const fields = { ...settingsOf(this), endpoint_id: endpoint.endpoint_id, enabled: true }
        await callShop(this, { method: 'POST', path: '/update-endpoint', fields })
        return true
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const fields = {
          ...settingsOf(this),
          description: `n8n: ${this.getWorkflow().name ?? ''}`.slice(0, descriptionMax),
        }
        const answer = await callShop(this, { method: 'POST', path: '/create-endpoint', fields })
        Object.assign(this.getWorkflowStaticData('node'), { endpointId: answer.endpoint_id, secret: answer.secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const memory = this.getWorkflowStaticData('node')
        if (memory.endpointId) {
          const { data } = await callShop(this, { method: 'GET', path: '/list-endpoints' })
          const isThere = (data as unknown as ListedEndpoint[]).some(one => one.endpoint_id === memory.endpointId)
          const fields = { endpoint_id: memory.endpointId }
          if (isThere) await callShop(this, { method: 'POST', path: '/delete-endpoint', fields })
        }
        delete memory.endpointId
        delete memory.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node')
    const request = this.getRequestObject()
    const body = request.rawBody
    const refusal =
      typeof secret === 'string' && Buffer.isBuffer(body)
        ? findMessageProblem({ headers: this.getHeaderData() as Headers, body }, secret, new Date())
        : 'This workflow has no endpoint at the shop: deactivate it and activate it again'
    if (refusal !== null) return refuse(this, 401, refusal)
    const event = readEvent(body)
    return event === null ? refuse(this, 400, 'The body is not an event') : { workflowData: [[{ json: event }]] }
  }
}

function refuse(node: IWebhookFunctions, status: number, error: string): IWebhookResponseData {
  node.getResponseObject().status(status).json({ error })
  return { noWebhookResponse: true }
}

function readEvent(body: Buffer): IDataObject | null {
  try {
    const event = JSON.parse(body.toString('utf8'))
    return typeof event === 'object' && event !== null && !Array.isArray(event) ? event : null
  } catch {
    return null
  }
}

type Headers = Record<string, string | undefined>

const descriptionMax = 200

function settingsOf(node: IHookFunctions): { url: string; types: string[] } {
  const url = node.getNodeWebhookUrl('default')
  if (!url) throw new NodeOperationError(node.getNode(), 'n8n has given this trigger no address')
  return { url, types: node.getNodeParameter('events') as string[] }
}

function isAsSet(node: IHookFunctions, endpoint: ListedEndpoint): boolean {
  const { url, types } = settingsOf(node)
  const isSame = endpoint.types !== null && [...endpoint.types].sort().join() === [...types].sort().join()
  return endpoint.enabled && endpoint.url === url && isSame
}
