import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Named statements of one connection; each keeps its plan, some 50 KiB of the database's memory. */
const MOST_OF_A_CONNECTION = 200
/** The number of texts whose first use is remembered. */
const REMEMBERED = 1_000
const LONGEST_TEXT = 10_000
/** A generic plan assumes that a list has ten entries. */
const LONGEST_LIST = 100
const LONGEST_VALUE = 1_000

/** The table's columns have changed since the statement was named. */
const IS_STALE = (error: Refused) => error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
/**
 * The connection is a different one: a pooler between us and the database assigns them for each
 * transaction.
 */
const IS_ANOTHERS = (error: Refused) => error.code === '26000' || error.code === '42P05'

interface Refused {
  code?: string
  routine?: string
}

/**
 * Names the statements of a pool, so that a connection parses each of them once and Postgres may keep one
 * plan for it. Postgres plans the first five uses for their own values, and keeps a general plan only if it
 * expects no higher cost. For reads outside of transactions: a read that fails because of its name is retried
 * without.
 */
export class NamedStatements {
  readonly #names = new Map<string, string | null>()
  readonly #held = new WeakMap<pg.PoolClient, Set<string>>()
  readonly #worn = new WeakSet<pg.PoolClient>()
  #isPooled = false

  async query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text, values)
    if (name === null) return client.query(text, values)
    this.#count(client, name)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (IS_STALE(error as Refused)) this.#worn.add(client)
      else if (IS_ANOTHERS(error as Refused)) this.#isPooled = true
      else throw error
      return client.query(text, values)
    }
  }

  /** True for a connection to close instead of reuse: it holds too many statements, or outdated ones. */
  isWorn(client: pg.PoolClient): boolean {
    return this.#worn.has(client)
  }

  /** Null at a text's first use: a single use needs no name. */
  #nameOf(text: string, values: unknown[]): string | null {
    if (this.#isPooled || !mayBeNamed(text, values)) return null
    const known = this.#names.get(text)
    this.#names.delete(text)
    // Derived from its text alone: any server's statement of this name is the same.
    const next =
      known === undefined
        ? null
        : (known ?? `svc_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
    this.#names.set(text, next)
    if (this.#names.size > REMEMBERED) this.#names.delete(this.#names.keys().next().value as string)
    return next
  }

  #count(client: pg.PoolClient, name: string): void {
    const held = this.#held.get(client) ?? new Set()
    this.#held.set(client, held.add(name))
    if (held.size >= MOST_OF_A_CONNECTION) this.#worn.add(client)
  }
}

/** False if a general plan would not suit these values, or the text itself is large. */
export const mayBeNamed = (text: string, values: readonly unknown[]): boolean =>
  text.length <= LONGEST_TEXT && !values.some(isLong)

const isLong = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > LONGEST_LIST
    : typeof value === 'string' && value.length > LONGEST_VALUE
