import { archiveName, PUBLISHED } from '@svc/protocol'
import type { Env, Hono } from 'hono'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Packages } from './packages.ts'

/**
 * Offers `GET /packages/svc-vitest.tgz` and its siblings to everyone: they hold no secrets, and npm sends no key.
 * That address redirects to one that names version and bytes, because a lock file records the hash of the bytes.
 */
export function mountPackages<E extends Env>(app: Hono<E>, packages: Packages): void {
  app.get('/packages/:file', async (c) => {
    const file = c.req.param('file')
    const found = await packages.find(file).catch((cause: unknown) => {
      throw new Problem('UNAVAILABLE', 'The packages could not be packed. The log of the server says why.', {
        cause,
      })
    })
    if (found === null)
      throw new Problem(
        'NOT_FOUND',
        `There is no package of this name here, only ${PUBLISHED.map(archiveName).join(', ')}.`,
      )
    if (found.state === 'gone')
      throw new Problem(
        'NOT_FOUND',
        `This server does not have ${file}. It offers ${found.current}. In your project, npx -y <server>/packages/${archiveName('cli')} init --url <server> installs it.`,
      )
    // Relative, because a proxy may serve the server below a path. The target changes with an upgrade.
    if (found.state === 'current')
      return new Response(null, {
        status: 302,
        headers: { Location: found.name, 'Cache-Control': 'no-cache' },
      })
    const headers = {
      'Content-Type': 'application/gzip',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `"${found.name}"`,
    }
    const known = (c.req.header('If-None-Match') ?? '').split(',')
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === headers.ETag))
      return new Response(null, { status: 304, headers })
    return new Response(found.bytes, {
      headers: { ...headers, 'Content-Length': String(found.bytes.byteLength) },
    })
  })
}
