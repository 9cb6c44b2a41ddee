import { wholeNumber } from '@svc/schema'
import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../kernel/access.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { apiHeaders } from './answer.ts'
import type { RestEnv } from './env.ts'
import { parseInput } from './parse-input.ts'
import { contextOf, type ServerContext, singleQuery } from './routes.ts'

const STATUSES = ['passed', 'failed', 'flaky', 'skipped'] as const

const Input = z.strictObject({
  id: z.uuid(),
  /** Several are separated by commas. */
  status: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(STATUSES, `takes some of ${STATUSES.join(', ')}, separated by commas`)).min(1))
    .optional(),
  limit: wholeNumber(1, 200_000).optional(),
  cursor: z.string().max(1_000).optional(),
})

type ReadDetail = (ctx: Context, input: z.output<typeof Input>) => Promise<AsyncIterable<string>>

/** `GET /api/executions/:id`, mounted by hand because its answer is streamed. */
export function mountExecutionDetail(app: Hono<RestEnv>, server: ServerContext, read: ReadDetail): void {
  app.get('/api/executions/:id', async (c) => {
    requireAccess(c.get('caller'), { role: 'viewer', scope: 'read' })
    const id = c.req.param('id')
    const query = singleQuery(c)
    if ('id' in query)
      throw new Problem('INVALID_REQUEST', 'id is given by the path and takes no second value.')
    const input = parseInput(Input, { ...query, id })
    const body = encoded(await read(contextOf(c, server), input))
    return new Response(body, { headers: { 'Content-Type': 'application/json', ...apiHeaders(c) } })
  })
}

/** Pieces are pulled one by one as the client takes them, so a slow client holds no more than one. */
function encoded(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
