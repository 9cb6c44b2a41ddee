/** Types that a browser may show inline. None of these can run code, and `nosniff` enforces the type. */
const INLINE = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'text/plain',
])

/** A map, because an object also has the name `constructor`. */
const EXTENSIONS = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/webp', '.webp'],
  ['image/gif', '.gif'],
  ['image/svg+xml', '.svg'],
  ['video/mp4', '.mp4'],
  ['video/webm', '.webm'],
  ['text/plain', '.txt'],
  ['text/html', '.html'],
  ['text/markdown', '.md'],
  ['application/json', '.json'],
  ['application/xml', '.xml'],
  ['application/zip', '.zip'],
  ['application/pdf', '.pdf'],
])

/**
 * How an artifact is sent: `alone` if the server has no origin of artifacts, `beside` from the main origin of one that
 * has, and `signed` from that other origin.
 */
export type Sent = 'alone' | 'beside' | 'signed'

/**
 * The headers with which a browser gets an artifact. Any test can attach a page with a script, so a
 * type outside the short list becomes a download without a type, in a sandbox with an origin of its
 * own.
 */
export function artifactHeaders(
  artifact: { name: string; contentType: string; sha256: string },
  sent: Sent = 'alone',
): Record<string, string> {
  const type = artifact.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isInline = INLINE.has(type)
  return {
    'Content-Type':
      type === 'text/plain' ? 'text/plain; charset=utf-8' : isInline ? type : 'application/octet-stream',
    'Content-Disposition': `${isInline && sent !== 'beside' ? 'inline' : 'attachment'}; ${fileName(artifact.name, type)}`,
    'Content-Security-Policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': sent === 'signed' ? 'cross-origin' : 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: `"${artifact.sha256}"`,
  }
}

/** What a disk does not accept, and what nobody sees, except the selector of emoji. */
const UNSAFE = /(?:[\p{Cc}\p{Cf}\p{Cs}\u2800/\\:*?"<>|]|(?!\ufe0f)\p{DI})+/gu

/** A file name for the disk, in ASCII for old clients and in UTF-8 for all others (RFC 6266). */
function fileName(name: string, type: string): string {
  const extension = EXTENSIONS.get(type) ?? ''
  const plain = name
    .slice(0, 150)
    .replace(UNSAFE, '_')
    // Many blanks would move the ending out of sight.
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
  const base = plain.replace(/(?<![.\s])[.\s]+$/, '') || 'artifact'
  const whole = /\.[a-z0-9]{1,8}$/i.test(base) ? base : base + extension
  const ascii = whole.replace(/[^\x20-\x7e]/g, '_').replace(/[%]/g, '_')
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** True if the client already has it; for weak tags, only the value matters here. */
export const isKnownTag = (header = '', etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || opaqueOf(tag.trim()) === opaqueOf(etag))

const opaqueOf = (tag: string) => tag.replace(/^W\//, '')
