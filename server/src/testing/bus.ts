import { addKey, type KeyRights } from './isolation/create-data.ts'
import type { TestApp } from './make-app.ts'

/** A registered agent, with the key that may act as it. */
export interface TestAgent {
  id: string
  name: string
  key: string
  signingKey: { id: string; secret: string }
}

/** Registers an agent with an editor's key of its own, or with the key given. */
export async function addAgent(
  app: TestApp,
  name: string,
  { key, rights, ...more }: { key?: string; rights?: Partial<KeyRights>; [field: string]: unknown } = {},
): Promise<TestAgent> {
  const own =
    key ?? (await addKey(app, { id: 1 }, { role: 'editor', name: `key of ${name}`, ...rights })).value
  const { data, error } = await app.post<Omit<TestAgent, 'key'>>(
    '/api/bus/agents',
    { name, instance: 'a test', ...more },
    { key: own },
  )
  if (error) throw new Error(error.message)
  return { ...data, key: own }
}

/** A message as REST shows it. */
export interface TestMessage {
  id: string
  sequence: number
  from: { name: string }
  message: string | null
  priority: string
  status: string
  problem: string | null
  thread: string
  replyTo: string | null
  signature: { authenticity: string; value: string; keyId: string; timestamp: number; by: string }
  isRepeat?: boolean
}

/** Sends a message; returns the answer. */
export const sendAs = (
  app: TestApp,
  { key }: { key: string },
  to: string,
  message: string,
  more: object = {},
) => app.post<TestMessage>('/api/bus/messages', { to, message, ...more }, { key })

/** The messages of an inbox with this status. */
export async function inboxOf(
  app: TestApp,
  { key, name }: TestAgent,
  status = 'pending',
): Promise<TestMessage[]> {
  const { data, error } = await app.get<{ messages: TestMessage[] }>(
    `/api/bus/inbox?agent=${name}&status=${status}&limit=200`,
    { key },
  )
  if (error) throw new Error(error.message)
  return data.messages
}
