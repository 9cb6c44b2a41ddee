import { TrieRouter } from 'hono/router/trie-router'
import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'
import { PathRouter } from './router.ts'

/** The names of the handlers that match, in their order, and the parameters of each. */
function matched(router: { match: PathRouter<string>['match'] }, method: string, path: string) {
  const [handlers, values] = router.match(method, path)
  return handlers.map(([handler, parameters]) => {
    const named = Object.entries(parameters).map(([name, at]) => [
      name,
      typeof at === 'number' ? values?.[at] : at,
    ])
    return [handler, Object.fromEntries(named)]
  })
}

test('matches as Hono’s general router does, for every route of the app', async () => {
  const app = await makeApp()
  const [ours, theirs] = [new PathRouter<string>(), new TrieRouter<string>()]
  for (const [at, { method, path }] of app.routes.entries())
    for (const router of [ours, theirs]) router.add(method, path, `${at} ${method} ${path}`)
  for (const { method, path } of app.routes) {
    const name = method === 'ALL' ? 'GET' : method
    const own = path.replaceAll(/:\w+/g, 'value').replace('*', 'any/thing')
    for (const wanted of [own, `${own}/more`])
      expect(matched(ours, name, wanted), `${name} ${wanted}`).toEqual(matched(theirs, name, wanted))
  }
})

test('only fixed paths beside a parameter need the general router', () => {
  const router = new PathRouter<string>()
  for (const path of ['*', '/documents', '/documents/:id', '/documents/tree', '/health'])
    router.add('GET', path, path)
  // The general router returns the values of parameters with their names, the fast one in a list of their own.
  const isFast = (path: string) => router.match('GET', path).length === 2
  expect(['/documents', '/documents/1', '/health', '/none'].map(isFast)).toEqual([true, true, true, true])
  expect(isFast('/documents/tree')).toBe(false)
})
