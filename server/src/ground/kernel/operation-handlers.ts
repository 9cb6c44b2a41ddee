import type { Operation, PublicOperation, Route, Routes } from '@svc/schema'
import type { z } from 'zod'
import type { Context, PersonalContext, PersonContext, VisitorContext } from './context.ts'
import type { EncodedJson } from './encoded-json.ts'
import { loadOnce } from './load-once.ts'

/** One verb for each row of a table of operations; `tsc` fails until every row is bound. */
export type Handlers<T extends Record<string, Operation | PublicOperation>, Ctx = Context> = {
  [K in keyof T]: (call: {
    ctx: T[K] extends { person: true } ? OfPerson<Ctx> : Ctx
    input: z.output<T[K]['input']>
  }) => Promise<z.input<T[K]['output']>>
}

/** The context after the door's check that a person sends the request. */
type OfPerson<Ctx> = Ctx extends PersonalContext ? PersonContext : Ctx

/** The same for doors: they pass a signal that the client disconnected, read
 * the credential again for verbs that wait, and accept an encoded answer. */
export type BoundHandlers<T extends Record<string, Operation>> = {
  [K in keyof T]: (call: {
    ctx: Context
    input: z.output<T[K]['input']>
    signal: () => AbortSignal
    recheck: () => Promise<Context>
  }) => Promise<z.input<T[K]['output']> | EncodedJson>
}

/**
 * A table of operations with its verbs, for a door to mount: the door reads the input and wraps the output.
 */
export interface Bound<Row extends PublicOperation | Operation, Ctx> {
  routes: Record<string, Route<Row>>
  /** Loads the schema of an operation's input. */
  schemaOf: (name: string) => Promise<z.ZodType>
  verbs: Record<string, (call: Call<Ctx>) => Promise<unknown>>
  versions?: Versions<Ctx>
}

/**
 * For operations whose answers clients may cache: a text that differs whenever the answer does, and
 * is cheaper than the answer. Without it, the answer must be made to find out whether it differs.
 */
type Versions<Ctx> = Record<string, (call: Omit<Call<Ctx>, 'signal' | 'recheck'>) => Promise<string>>

type Call<Ctx> = {
  ctx: Ctx
  input: unknown
  signal: () => AbortSignal
} & (Ctx extends Context ? Waiting<Ctx> : unknown)

interface Waiting<Ctx> {
  /**
   * The context as a new request would have it; throws the refusal of a credential that has ended
   * meanwhile.
   */
  recheck: () => Promise<Ctx>
}

/** Operations of an organization. */
export const bind = <const T extends Record<string, Operation>>(
  routes: Routes<Operation, T>,
  verbs: BoundHandlers<T>,
  versions: {
    [K in keyof T]?: (call: { ctx: Context; input: z.output<T[K]['input']> }) => Promise<string>
  } = {},
): Bound<Operation, Context> => ({
  ...mounting(routes),
  verbs: verbs as Bound<Operation, Context>['verbs'],
  versions: versions as Versions<Context>,
})

/** The same for verbs whose code is loaded at the first call of one of them, which shortens the server's start. */
export function bindLater<const T extends Record<string, Operation>>(
  routes: Routes<Operation, T>,
  load: () => Promise<BoundHandlers<T>>,
): Bound<Operation, Context> {
  const loaded = loadOnce(load)
  const verbOf = (name: keyof T) => async (call: Parameters<BoundHandlers<T>[keyof T]>[0]) =>
    (await loaded())[name](call)
  const verbs = Object.fromEntries(Object.keys(routes.rows).map((name) => [name, verbOf(name)]))
  return { ...mounting(routes), verbs: verbs as Bound<Operation, Context>['verbs'] }
}

/** Operations of a person, outside any organization. */
export const bindPersonal = <const T extends Record<string, Operation>>(
  routes: Routes<Operation, T>,
  verbs: Handlers<T, PersonalContext>,
): Bound<Operation, PersonalContext> => ({
  ...mounting(routes),
  verbs: verbs as Bound<Operation, PersonalContext>['verbs'],
})

/** Operations that need no credential. */
export const bindPublic = <const T extends Record<string, PublicOperation>>(
  routes: Routes<PublicOperation, T>,
  verbs: Handlers<T, VisitorContext>,
): Bound<PublicOperation, VisitorContext> => ({
  ...mounting(routes),
  verbs: verbs as Bound<PublicOperation, VisitorContext>['verbs'],
})

/** The schemas of a table are loaded at its first call. */
function mounting<Row extends Operation | PublicOperation>({ rows, load }: Routes<Row, Record<string, Row>>) {
  const table = loadOnce(load)
  return {
    routes: rows,
    async schemaOf(name: string): Promise<z.ZodType> {
      const row = (await table())[name]
      if (!row) throw new Error(`No table has the operation ${name}.`)
      return row.input
    },
  }
}
