import { hasConnector } from './connector.ts'
import { connectors } from './index.ts'

/** Returns the name of a connection's provider for people. */
export function findConnectorName(language: 'id' | 'en', connector: string): string {
  return hasConnector(connectors, connector) ? connectors[connector].texts[language].name : connector
}
