import packageJson from '../../package.json' with { type: 'json' }

/** Of Warung; `package.json` is where it is written. */
export const version: string = packageJson.version
