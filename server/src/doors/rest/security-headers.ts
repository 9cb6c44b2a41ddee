/** A year: after an answer over https, browsers use https alone. */
const HSTS = 'max-age=31536000'

/**
 * Headers of every answer, from any door. A door that needs another policy sends its own instead. HSTS is set
 * if the public address has https; it excludes subdomains, which are not the server's to decide on.
 */
export const securityHeaders = (baseUrl: string | null): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(baseUrl?.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
})
