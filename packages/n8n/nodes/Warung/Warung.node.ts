import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  JsonObject,
} from 'n8n-workflow'
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow'
import { findOperation, type Operation } from './operations'
import { properties } from './properties'
import { callShop, type ShopAnswer } from './request'

const pageSize = 100

export class Warung implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Warung',
    name: 'warung',
    icon: { light: 'file:../../icons/warung.svg', dark: 'file:../../icons/warung.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Payments, refunds, orders, stock and transfers of a Warung shop',
    defaults: { name: 'Warung' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'warungApi', required: true }],
    properties,
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (let index = 0; index < this.getInputData().length; index++) {
      try {
        const answers = await carryOut(this, index)
        results.push(...answers.map(json => ({ json, pairedItem: { item: index } })))
      } catch (error) {
        if (!this.continueOnFail()) {
          // A NodeApiError is thrown unchanged.
          if (error instanceof NodeApiError) error.context.itemIndex = index
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index })
        }
        const { message, description } = error as NodeApiError
        results.push({ json: { error: message, description }, pairedItem: { item: index } })
      }
    }
    return [results]
  }
}

async function carryOut(node: IExecuteFunctions, index: number): Promise<IDataObject[]> {
  const resource = node.getNodeParameter('resource', index) as string
  const name = node.getNodeParameter('operation', index) as string
  const operation = findOperation(resource, name)
  if (!operation) {
    throw new NodeOperationError(node.getNode(), `There is no operation ${name} of ${resource}`, { itemIndex: index })
  }
  const fields: IDataObject = {}
  for (const field of operation.required) fields[field.name] = node.getNodeParameter(field.name, index) as string
  const optional = operation.optional.length > 0 ? node.getNodeParameter('optional', index, {}) : {}
  Object.assign(fields, withoutEmpty(optional as IDataObject))
  if (operation.pages) return readList(node, { operation, fields, limit: limitOf(node, index) })
  const headers = operation.method === 'POST' ? { 'Idempotency-Key': idempotencyKey(node, index) } : {}
  const answer = await callShop(node, { ...operation, fields, headers })
  return [(answer.data as IDataObject | undefined) ?? answer]
}

/** An empty text is a field that was added and left empty. */
function withoutEmpty(fields: IDataObject): IDataObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null))
}

/** Returns the idempotency key: equal for each try of a node that is set to retry, different for each run of a loop. */
function idempotencyKey(node: IExecuteFunctions, index: number): string {
  const run = node.getWorkflowDataProxy(index).$runIndex
  return ['n8n', node.getExecutionId(), node.getNode().id, run, index].join('-')
}

function limitOf(node: IExecuteFunctions, index: number): number {
  if (node.getNodeParameter('returnAll', index, false)) return Number.POSITIVE_INFINITY
  return node.getNodeParameter('limit', index) as number
}

interface ListRequest {
  operation: Operation
  fields: IDataObject
  limit: number
}

async function readList(node: IExecuteFunctions, { operation, fields, limit }: ListRequest): Promise<IDataObject[]> {
  const { method, path, pages } = operation
  const entries: IDataObject[] = []
  let place: IDataObject | null = {}
  while (place !== null && entries.length < limit) {
    const size = Math.min(pageSize, pages === 'page' ? pageSize : limit - entries.length)
    const answer: ShopAnswer = await callShop(node, { method, path, fields: { ...fields, ...place, limit: size } })
    const page = answer.data as IDataObject[]
    entries.push(...page)
    place = page.length < size ? null : nextPlace(pages, { answer, place, read: entries.length })
  }
  return entries.slice(0, limit)
}

interface Read {
  answer: ShopAnswer
  place: IDataObject
  /** The number of entries read so far. */
  read: number
}

function nextPlace(pages: Operation['pages'], { answer, place, read }: Read): IDataObject | null {
  if (pages === 'offset') return { offset: read }
  if (pages === 'page') return { page: Number(place.page ?? 1) + 1 }
  const { next_cursor: cursor } = (answer.pagination ?? {}) as IDataObject
  return cursor ? { cursor } : null
}
