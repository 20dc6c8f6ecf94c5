import { createHash } from 'node:crypto'

interface LockEntry {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
}

/**
 * Returns the contents of a release as CycloneDX 1.6: each package that runs, with its licence and the digest that npm
 * checks.
 */
export function billOfMaterials(lock: { packages: Record<string, LockEntry> }, version: string, date: string): object {
  const packages = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev)
  const components = packages.map(([place, entry]) => componentOf(nameAt(place), entry))
  const distinct = [...new Map(components.map(component => [component['bom-ref'], component])).values()]
  const digest = createHash('sha256')
    .update(JSON.stringify([version, distinct]))
    .digest('hex')
  const warung = `pkg:generic/warung@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`,
    version: 1,
    metadata: {
      timestamp: date,
      component: { type: 'application', 'bom-ref': warung, name: 'warung', version, purl: warung },
    },
    components: distinct.sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  }
}

function componentOf(name: string, { version = '', license, integrity }: LockEntry) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest = ''] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license ? { licenses: [licenceOf(license)] } : {}),
    ...(algorithm === 'sha512' ? { hashes: [{ alg: 'SHA-512', content: hexOf(digest) }] } : {}),
  }
}

function licenceOf(license: string): object {
  return /^[A-Za-z0-9.-]+$/.test(license)
    ? { license: { id: license } }
    : { expression: license.replace(/^\(|\)$/g, '') }
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
