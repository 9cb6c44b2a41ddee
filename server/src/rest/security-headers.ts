/** A year: what a browser has seen over https it asks for over https alone. */
const HSTS = 'max-age=31536000'

/**
 * Headers of every answer, whichever door makes it. A door that needs another policy sends its own instead. HSTS goes
 * out where people reach the server by https; subdomains are not the server's to decide on.
 */
export const securityHeaders = (baseUrl: string | null): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(baseUrl?.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
})
