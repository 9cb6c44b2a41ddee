import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export interface ServedReport {
  url: string
  close(): Promise<void>
}

/** Serves a folder as a static host does: text compressed, each file only once. */
export async function serveReport(folder: string): Promise<ServedReport> {
  const files = new Map<string, Buffer>()
  const read = (file: string, isText: boolean): Buffer => {
    const known = files.get(file)
    if (known) return known
    const bytes = readFileSync(file)
    const sent = isText ? gzipSync(bytes) : bytes
    files.set(file, sent)
    return sent
  }
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://report').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    const type = TYPES[extname(file)]
    const headers = { 'content-type': type ?? 'application/octet-stream' }
    response.writeHead(200, type ? { ...headers, 'content-encoding': 'gzip' } : headers)
    response.end(read(file, type !== undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
