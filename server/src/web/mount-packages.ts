import { archiveName, PUBLISHED } from '@svc/protocol'
import type { Env, Hono } from 'hono'
import { Problem } from '../kernel/problem.ts'
import type { Packages } from './packages.ts'

/** Offers `GET /packages/svc-vitest.tgz` and its siblings to everyone: they hold no secrets, and npm sends no key. */
export function mountPackages<E extends Env>(app: Hono<E>, packages: Packages): void {
  app.get('/packages/:file', async (c) => {
    const name = c.req.param('file')
    const found = await packages.find(name).catch((cause: unknown) => {
      throw new Problem('UNAVAILABLE', 'The packages could not be packed. The log of the server says why.', {
        cause,
      })
    })
    if (found === null)
      throw new Problem(
        'NOT_FOUND',
        `There is no package of this name here, only ${PUBLISHED.map(archiveName).join(', ')}.`,
      )
    const headers = {
      'Content-Type': 'application/gzip',
      'X-Content-Type-Options': 'nosniff',
      // The address stays the same when the server is upgraded.
      'Cache-Control': 'no-cache',
      ETag: found.etag,
    }
    const known = (c.req.header('If-None-Match') ?? '').split(',')
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === found.etag))
      return new Response(null, { status: 304, headers })
    return new Response(found.bytes, {
      headers: { ...headers, 'Content-Length': String(found.bytes.byteLength) },
    })
  })
}
