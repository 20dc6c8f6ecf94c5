import path from 'node:path'

/** The settings of a command that uses the API of a local or remote shop. */
export interface ClientSettings {
  baseUrl: string
  /** A test key; undefined if not set. */
  apiKey: string | undefined
  dataDir: string
}

/** Reads only the settings of such a command, because the shop itself may run on another machine. */
export function readClientSettings(env: NodeJS.ProcessEnv): ClientSettings {
  const { BASE_URL, PORT, WARUNG_API_KEY, DATA_DIR } = env
  return {
    baseUrl: BASE_URL?.trim() || `http://localhost:${PORT?.trim() || 3000}`,
    apiKey: WARUNG_API_KEY?.trim() || undefined,
    dataDir: path.resolve(DATA_DIR?.trim() || './data'),
  }
}
