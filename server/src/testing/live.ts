import { onTestFinished } from 'vitest'
import type { AgentRow, MessageRow } from '../agents/bus/dependencies.ts'
import { notifyRecipients, sendMessages } from '../agents/bus/send.ts'
import { newId } from '../ground/kernel/id.ts'
import type { TestApp } from './make-app.ts'

/** An agent of an organization, as a row: by default of the first key. */
export async function makeAgent(
  app: TestApp,
  name: string,
  { organizationId = 1, credential = 'key:1' }: { organizationId?: number; credential?: string } = {},
): Promise<AgentRow> {
  const now = app.clock()
  return app.store.write((db) =>
    db
      .insertInto('agent')
      .values({
        public_id: newId(now),
        organization_id: organizationId,
        name,
        instance: 'test',
        capabilities: '{}',
        status: 'active',
        credential,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export interface Sending {
  from?: AgentRow | null
  /** 0 urgent to 3 low; normal by default. */
  priority?: 0 | 1 | 2 | 3
  expiresAt?: number
}

/** Sends messages in one transaction, and wakes their recipient. */
export async function send(
  app: TestApp,
  to: AgentRow,
  payloads: string[],
  { from = null, priority = 2, expiresAt }: Sending = {},
): Promise<MessageRow[]> {
  const outgoing = payloads.map((payload) => ({
    ...{ from, to, payload, priority, type: 'message' as const },
    ...(expiresAt !== undefined && { expiresAt }),
  }))
  const rows = await app.store.write((db) => sendMessages(db, app.bus, outgoing, app.clock()))
  notifyRecipients(app.bus, outgoing)
  return rows
}

/** An event of a stream. */
interface StreamEvent {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it reads
  data: any
}

/** An open stream of a test. */
export interface TestStream {
  status: number
  headers: Headers
  /** Waits for so many events beyond those that were taken before. */
  take(count: number): Promise<StreamEvent[]>
  /** Everything until the server ends it. */
  untilEnd(): Promise<StreamEvent[]>
  /** Bytes as they came. */
  text(): string
  close(): void
}

interface Opening {
  key?: string
  agent?: string
  lastEventId?: string
}

/** Opens `GET /api/bus/stream` of a server. */
export async function openStream(
  url: string,
  key: string,
  { agent, lastEventId }: Opening = {},
): Promise<TestStream> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${url}/api/bus/stream`, {
    signal: abort.signal,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(agent && { 'Svc-Agent': agent }),
      ...(lastEventId && { 'Last-Event-ID': lastEventId }),
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const queue: StreamEvent[] = []
  let text = ''
  let rest = ''
  const more = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read().catch(() => ({ done: true, value: '' }))) ?? { done: true }
    if (done) return false
    text += value
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const [name = '', ...value] = line.split(': ')
          return [name, value.join(': ')]
        }),
      )
      const data = fields.get('data')
      if (data !== undefined)
        queue.push({ event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: JSON.parse(data) })
    }
    return true
  }
  return {
    status: response.status,
    headers: response.headers,
    async take(count) {
      while (queue.length < count) if (!(await more())) break
      return queue.splice(0, count)
    },
    async untilEnd() {
      while (await more());
      return queue.splice(0)
    },
    text: () => text,
    close: () => abort.abort(),
  }
}
