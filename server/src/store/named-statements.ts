import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Named statements that one connection may hold; each keeps its plan, some 50 KiB of the database's memory. */
const MOST_OF_A_CONNECTION = 200
/** Texts of which it is known whether they were asked before. */
const REMEMBERED = 1_000
const LONGEST_TEXT = 10_000
/** A plan for any values takes a list to have ten. */
const LONGEST_LIST = 100
const LONGEST_VALUE = 1_000

/** The table has other columns than when the statement was named. */
const IS_STALE = (error: Refused) => error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
/** The connection is not the one it was: something between us and the database hands them out for each transaction. */
const IS_ANOTHERS = (error: Refused) => error.code === '26000' || error.code === '42P05'

interface Refused {
  code?: string
  routine?: string
}

/**
 * Gives a pool's statements names, so that a connection parses each of them once and Postgres may keep one plan for it.
 * Postgres plans the first five uses for their own values, and keeps a general plan only if that is expected to cost no
 * more. For reads outside of transactions: one that is refused for its name is asked again without.
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

  /** True for a connection to be closed instead of used again: it holds too many statements, or ones that are out of date. */
  isWorn(client: pg.PoolClient): boolean {
    return this.#worn.has(client)
  }

  /** Null at a text's first use: what is asked once need not be kept. */
  #nameOf(text: string, values: unknown[]): string | null {
    if (this.#isPooled || !mayBeNamed(text, values)) return null
    const known = this.#names.get(text)
    this.#names.delete(text)
    // By its text alone: whatever another server has under this name is the same statement.
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

/** False where a plan for any values would not fit these, or the text itself is large. */
export const mayBeNamed = (text: string, values: readonly unknown[]): boolean =>
  text.length <= LONGEST_TEXT && !values.some(isLong)

const isLong = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > LONGEST_LIST
    : typeof value === 'string' && value.length > LONGEST_VALUE
