import type { Hono } from 'hono'
import { compressed } from '../compress.ts'
import type { RestEnv } from '../env.ts'

/**
 * `/openapi.json` and `/docs/api`, both public. Both are made on first request: describing every operation
 * takes longer than the rest of a start.
 */
export function mountReference(app: Hono<RestEnv>, baseUrl: string): void {
  const making = once(async () => {
    const { makeReference } = await import('./make.ts')
    return makeReference(baseUrl)
  })
  app.get('/openapi.json', async (c) => {
    const { json } = await making()
    return compressed(c, json, { ...HEADERS, 'Content-Type': 'application/json' })
  })
  app.get('/docs/api', async (c) => {
    const { page, policy } = await making()
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
    return compressed(c, page, { ...HEADERS, ...headers })
  })
}

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }

/** Returns the promise of the first call for every call; an error is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
