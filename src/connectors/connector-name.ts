import { hasConnector } from './connector.ts'
import { connectors } from './index.ts'

/** Returns what people call the provider of a connection. */
export function connectorName(language: 'id' | 'en', connector: string): string {
  return hasConnector(connectors, connector) ? connectors[connector].texts[language].name : connector
}
