import type { INodeProperties } from 'n8n-workflow'
import { type Operation, resources } from './operations'

/** The form: an operation has its required fields, its limit if it is a list, and a collection of optional fields. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources.map(({ name, value }) => ({ name, value })),
    default: 'payment',
  },
  ...resources.flatMap(({ value: resource, operations }) => [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options' as const,
      noDataExpression: true,
      displayOptions: { show: { resource: [resource] } },
      options: operations.map(({ name, value, action, description }) => ({ name, value, action, description })),
      default: operations[0].value,
    },
    ...operations.flatMap(operation => fieldsOf(resource, operation)),
  ]),
]

function fieldsOf(resource: string, { value, required, optional, pages }: Operation): INodeProperties[] {
  const show = { resource: [resource], operation: [value] }
  const fields: INodeProperties[] = required.map(field => ({ ...field, required: true, displayOptions: { show } }))
  if (pages) {
    fields.push(
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        displayOptions: { show },
        description: 'Whether to return all results or only up to a given limit',
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        displayOptions: { show: { ...show, returnAll: [false] } },
        description: 'Max number of results to return',
      },
    )
  }
  if (optional.length > 0) {
    fields.push({
      displayName: pages ? 'Filters' : 'Additional Fields',
      name: 'optional',
      type: 'collection',
      placeholder: pages ? 'Add Filter' : 'Add Field',
      default: {},
      displayOptions: { show },
      options: optional,
    })
  }
  return fields
}
