import { Buffer } from 'node:buffer'
import { basename, dirname, extname, isAbsolute, join } from 'node:path'
import type { RecordedAttachment } from '@svc/client'
import { percentDecoded } from '@svc/protocol'

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.zip': 'application/zip',
  '.json': 'application/json',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xml': 'text/xml',
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.pdf': 'application/pdf',
}
const DATA = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*?(;base64)?,/
/** The suffix that Playwright adds to a name to keep two files apart. */
const HASH = /-[0-9a-f]{40}(?=\.|$)/

/**
 * An attachment that a report names: a path relative to the report, an address, or the content
 * itself as a `data:` URL.
 */
export const toAttachment = (reference: string, reportPath: string): RecordedAttachment => {
  const data = DATA.exec(reference)
  if (data) {
    const [begin, contentType = 'text/plain', isBase64] = data
    const content = reference.slice(begin.length)
    const body = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(percentDecoded(content))
    return { name: 'attachment', contentType, sizeBytes: body.byteLength, body }
  }
  const slashed = reference.replaceAll('\\', '/')
  const name = basename(slashed.split(/[?#]/)[0] ?? '').replace(HASH, '') || slashed
  const contentType = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream'
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(reference)) return { name, contentType, path: reference }
  return { name, contentType, path: isAbsolute(reference) ? reference : join(dirname(reportPath), slashed) }
}
