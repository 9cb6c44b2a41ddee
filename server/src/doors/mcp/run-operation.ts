import type { Operation, operationTables } from '@svc/schema'
import type { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import { afterWaits } from '../../ground/kernel/after-waits.ts'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller, Context } from '../../ground/kernel/context.ts'
import { listOf, makeCursors } from '../../ground/kernel/cursor.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import type { Bound } from '../../ground/kernel/operation-handlers.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { type Transaction, writeWhileAllowed } from '../../ground/kernel/write-while-allowed.ts'

type Tables = typeof operationTables
type Together<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never
type Operations = Together<Tables[keyof Tables]>

/** The operations of an organization, by name. */
type OperationName = {
  [Name in keyof Operations]: Operations[Name] extends Operation ? Name : never
}[keyof Operations]

type InputOf<Name extends OperationName> = Operations[Name] extends { input: infer Input extends z.ZodType }
  ? z.input<Input>
  : never
/** What an operation returns: what REST puts under `data`; of a list, the page. */
export type OutputOf<Name extends OperationName> = Operations[Name] extends {
  output: infer Output extends z.ZodType
}
  ? z.output<Output>
  : never

/** Runs an operation with its input as REST takes it, and returns what REST puts under `data`; of a list, the page. */
export type RunOperation = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
) => Promise<OutputOf<Name>>

/** What every call has in common. */
export interface ServerParts extends Omit<Context, 'caller' | 'cursors' | 'actingAs'> {
  /** Seals cursors; see `makeCursors`. */
  cursorKey: string
}

/** The request that runs operations. */
interface Asking {
  caller: Caller
  /** The agent in the header Svc-Agent. */
  actingAs: string | undefined
  /** Aborts when the client disconnects. */
  signal: () => AbortSignal
  /** Reads the credential again, in a transaction if one is given; throws a Problem if it has ended. */
  readCaller: (db?: Transaction) => Promise<Caller>
  /** The server's own unless given. */
  clock?: Clock
}

/** The operations of all tables, for one caller after another. */
export function makeOperations(tables: Bound<Operation, Context>[], server: ServerParts) {
  const rows = new Map(
    tables.flatMap(({ routes, schemaOf, verbs }) =>
      Object.entries(routes).map(([name, operation]) => [name, { operation, schemaOf, verb: verbs[name] }]),
    ),
  )
  return ({ caller: first, actingAs, signal, readCaller, clock = server.clock }: Asking): RunOperation => {
    let caller = first
    const look = async (db?: Transaction) => {
      caller = await readCaller(db)
    }
    // One for all operations of a tool: together they may take long.
    const lookIfOld = afterWaits(server.clock, look)
    return async (name, given) => {
      const { operation, schemaOf, verb } = rows.get(name) ?? {}
      if (!operation || !schemaOf || !verb) throw new Error(`No table has the operation ${name}.`)
      const check = async (db?: Transaction) => {
        await lookIfOld(db)
        requireAccess(caller, operation)
      }
      await check()
      const isRead = operation.method === 'GET'
      const input = parseInput(await schemaOf(name), given)
      const { cursorKey, ...rest } = server
      const cursors = makeCursors(cursorKey, caller.organizationId, () =>
        listOf(operation.path, input as object),
      )
      const store = isRead ? rest.store : writeWhileAllowed(rest.store, check)
      const ctx = { ...rest, store, clock, caller, cursors, actingAs }
      const recheck = async () => {
        await look()
        requireAccess(caller, operation)
        return { ...ctx, caller }
      }
      const output = await verb({ ctx, input, signal, recheck })
      if (isRead) await check()
      return output instanceof EncodedJson ? JSON.parse(new TextDecoder().decode(output.bytes)) : output
    }
  }
}
