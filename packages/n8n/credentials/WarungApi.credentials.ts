import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class WarungApi implements ICredentialType {
  name = 'warungApi'

  displayName = 'Warung API'

  icon: Icon = { light: 'file:../icons/warung.svg', dark: 'file:../icons/warung.dark.svg' }

  documentationUrl = 'https://warung.example/docs/n8n'

  properties: INodeProperties[] = [
    {
      displayName: 'Shop Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://pay.example',
      description: 'The address of your Warung, without /api',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'Needs the scope "read", and for what you use: "payments", "orders", "money"; for the trigger "endpoints"',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: {
        'X-API-Key': '={{$credentials.apiKey.trim()}}',
        'X-API-Variant': 'detailed',
      },
    },
  }

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
      url: '/api/get-account-status',
    },
  }
}
