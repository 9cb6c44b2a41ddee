import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

type Encoding = 'br' | 'gzip'
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  encoding: Encoding | null
  /** The hash of the bytes as they are sent. */
  etag: string
}

/** The files of a built dashboard, by their paths with slashes. */
export interface BuiltFiles {
  /** The file in the best encoding that the client accepts; null if it does not exist. */
  find(path: string, acceptEncoding: string): BuiltFile | null
  has(path: string): boolean
}

/**
 * Lists the folder, and reads each file at its first request. Only listed files can be requested.
 * If a listed file is missing, another build has replaced it, and the folder is listed again once
 * that build is complete.
 */
export function readBuilt(folder: string): BuiltFiles {
  let names = namesIn(folder)
  const kept = new Map<string, BuiltFile>()
  const read = (path: string, encoding: Encoding | null): BuiltFile => {
    const name = encoding === null ? path : path + SUFFIX[encoding]
    const known = kept.get(name)
    if (known) return known
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const made = {
      bytes,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      encoding,
      etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
    }
    kept.set(name, made)
    return made
  }
  const readBest = (path: string, acceptEncoding: string): BuiltFile | null => {
    if (!names.has(path) || /\.(br|gz)$/.test(path) || path.startsWith('.')) return null
    const encoding = (['br', 'gzip'] as const).find(
      (each) => accepts(acceptEncoding, each) && names.has(path + SUFFIX[each]),
    )
    return read(path, encoding ?? null)
  }
  // The document and the list belong to one build: a page never names a file that is not listed.
  if (names.has('index.html')) read('index.html', null)
  return {
    has: (path) => names.has(path),
    find(path, acceptEncoding) {
      try {
        return readBest(path, acceptEncoding)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      const found = listWhole(folder)
      if (found === null) return null
      names = found
      kept.clear()
      read('index.html', null)
      return readBest(path, acceptEncoding)
    },
  }
}

/** Null during a build, because the stamp is its last file. */
function listWhole(folder: string): Set<string> | null {
  if (!existsSync(join(folder, 'stamp.json'))) return null
  const names = namesIn(folder)
  return names.has('index.html') ? names : null
}

const namesIn = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
      .map((path) => path.split(sep).join('/')),
  )

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** True if the client accepts this encoding and does not give it the weight 0. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    return name.toLowerCase() === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
  })
