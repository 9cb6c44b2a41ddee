import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import type { Tarball } from './tarballs.ts'

/** A registry on loopback that holds our packages and nothing else. */
export interface Registry {
  /** Ends in a slash. */
  url: string
  close(): Promise<void>
}

/**
 * Serves packed packages as the public registry would, so that each package manager resolves them as it does at a
 * user's. Its address is never used twice: package managers remember what an address had.
 */
export const startRegistry = async (tarballs: Tarball[]): Promise<Registry> => {
  const packages = new Map(tarballs.map((tarball) => [tarball.manifest.name, tarball]))
  const folder = randomUUID()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const name = path.slice(folder.length + 2)
    const tarball = path.startsWith(`/${folder}/`) ? packages.get(name.replace(/\/-\.tgz$/, '')) : undefined
    if (!tarball) return response.writeHead(404).end('{}')
    if (name.endsWith('.tgz')) return response.end(readFileSync(tarball.path))
    const url = `http://${request.headers.host}/${folder}/${name}/-.tgz`
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(describe(tarball, url)))
  })
  const { url, close } = await listenOnLoopback(server)
  return {
    url: `${url}/${folder}/`,
    close,
  }
}

/** What a registry says of a package; old enough for package managers that distrust what is new. */
const describe = ({ path, manifest }: Tarball, url: string) => {
  const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
  const { name, version } = manifest
  const published = '2020-01-01T00:00:00.000Z'
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: url, integrity } } },
    time: { created: published, modified: published, [version]: published },
  }
}
