import type { Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { TrieRouter } from 'hono/router/trie-router'

type Route<T> = [method: string, path: string, handler: T]
type Matches<T> = ReturnType<Router<T>['match']>

/**
 * Matches paths by one regular expression for each method, except a fixed path beside a parameter, such as
 * `/documents/tree` beside `/documents/:id`. Hono's own choice gives all paths to its slower router because of
 * one such path, and builds the expressions of all methods at the first request.
 */
export class PathRouter<T> implements Router<T> {
  name = 'PathRouter'
  readonly #routes: Route<T>[] = []
  readonly #matchers = new Map<string, (path: string) => Matches<T>>()

  add(...route: Route<T>): void {
    this.#routes.push(route)
  }

  match(method: string, path: string): Matches<T> {
    let matcher = this.#matchers.get(method)
    if (!matcher) {
      matcher = matcherOf(
        method,
        this.#routes.filter(([each]) => each === method || each === 'ALL'),
      )
      this.#matchers.set(method, matcher)
    }
    return matcher(path)
  }
}

/** Matches the routes of one method. */
function matcherOf<T>(method: string, routes: Route<T>[]): (path: string) => Matches<T> {
  const paths = routes.map(([, path]) => path)
  const folders = paths.filter((path) => path.includes(':')).map((path) => path.slice(0, path.indexOf(':')))
  const isBesideParameter = (path: string) =>
    !/[:*]/.test(path) && folders.some((folder) => path.startsWith(folder))
  const besideParameter = new Set(paths.filter(isBesideParameter))
  const [fast, any] = [new RegExpRouter<T>(), new TrieRouter<T>()]
  for (const [, path, handler] of routes) {
    if (!besideParameter.has(path)) fast.add(method, path, handler)
    if (besideParameter.size > 0) any.add(method, path, handler)
  }
  return (path) => (besideParameter.has(path) ? any : fast).match(method, path)
}
