import type { Operation, PublicOperation } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { WrittenBody } from './written-body.ts'

/** One verb for each row of a table of operations; `tsc` fails until every row is bound. */
export type Handlers<T extends Record<string, Operation | PublicOperation>, Ctx = Context> = {
  [K in keyof T]: (call: { ctx: Ctx; input: z.output<T[K]['input']> }) => Promise<z.input<T[K]['output']>>
}

/** The same as a door calls them: it tells when the client went away, and takes an answer that is written already. */
export type BoundHandlers<T extends Record<string, Operation>> = {
  [K in keyof T]: (call: {
    ctx: Context
    input: z.output<T[K]['input']>
    signal: () => AbortSignal
  }) => Promise<z.input<T[K]['output']> | WrittenBody>
}
