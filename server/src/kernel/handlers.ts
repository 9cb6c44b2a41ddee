import type { Operation, PublicOperation } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from './context.ts'

/** One verb for each row of a table of operations; `tsc` fails until every row is bound. */
export type Handlers<T extends Record<string, Operation | PublicOperation>, Ctx = Context> = {
  [K in keyof T]: (call: { ctx: Ctx; input: z.output<T[K]['input']> }) => Promise<z.input<T[K]['output']>>
}
