import type { Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Matches paths by one regular expression, except a fixed path beside a parameter, such as `/documents/tree`
 * beside `/documents/:id`. Hono's own choice gives all paths to its slower router because of one such path.
 */
export class PathRouter<T> implements Router<T> {
  name = 'PathRouter'
  readonly #fast = new RegExpRouter<T>()
  readonly #any = new TrieRouter<T>()
  readonly #routes: [method: string, path: string, handler: T][] = []
  #besideParameter: Set<string> | null = null

  add(...route: [method: string, path: string, handler: T]): void {
    this.#routes.push(route)
  }

  match(method: string, path: string) {
    this.#besideParameter ??= this.#build()
    return (this.#besideParameter.has(path) ? this.#any : this.#fast).match(method, path)
  }

  #build(): Set<string> {
    const paths = this.#routes.map(([, path]) => path)
    const folders = paths.filter((path) => path.includes(':')).map((path) => path.slice(0, path.indexOf(':')))
    const isFixed = (path: string) => !/[:*]/.test(path)
    const beside = new Set(
      paths.filter((path) => isFixed(path) && folders.some((folder) => path.startsWith(folder))),
    )
    for (const route of this.#routes) {
      if (!beside.has(route[1])) this.#fast.add(...route)
      if (beside.size > 0) this.#any.add(...route)
    }
    return beside
  }
}
