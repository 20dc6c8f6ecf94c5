/**
 * Returns what is wrong with the other side's TLS, in words for its operator; null for an error that is not about TLS.
 */
export function describeTlsProblem(code: string | undefined): string | null {
  if (code === undefined) return null
  const problem = problems[code]
  if (problem) return `${problem} (${code})`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return `it does not speak TLS as https needs it (${code})`
  return null
}

// Node's names for OpenSSL's errors.
const problems: Record<string, string | undefined> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another name',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  CERT_REVOKED: 'its TLS certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate comes from an authority that is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its TLS certificate comes from an authority that is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate comes without the certificates of its authority',
}
