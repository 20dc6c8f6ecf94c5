/**
 * Options of a test's server: as long as the product's own, because under load a shorter time closes connections that
 * are about to be used.
 */
export const patientServerOptions = { keepAliveTimeout: 65_000 }
