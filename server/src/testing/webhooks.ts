import { onTestFinished } from 'vitest'
import type { TestApp } from './make-app.ts'
import { openReceiver } from './receiver.ts'
import { failed, passed, settled } from './upload.ts'

export interface Delivery {
  id: string
  event: string
  state: string
  attempts: number
  nextAttemptAt: string | null
  status: number | null
  problem: string | null
}

/** A receiver of webhooks that closes when the test ends. */
export async function receiver() {
  const opened = await openReceiver()
  onTestFinished(() => opened.close())
  return opened
}

/** Creates a webhook. */
export const hook = async (app: TestApp, url: string, more: object = {}) =>
  (await app.post<{ id: string; secret: string }>('/api/webhooks', { name: 'ours', url, ...more })).data

export const deliveries = async (app: TestApp, id: string) =>
  (await app.get<Delivery[]>(`/api/webhooks/${id}/deliveries`)).data

/** Past the time that deliveries are held for, then what is due. */
export const deliver = async (app: TestApp, afterMs = 2_000) => {
  await app.deliver()
  app.advance(afterMs)
  await app.deliver()
}

/** A default branch that breaks: green, then red. */
export async function breakMain(app: TestApp, more: object = {}) {
  await settled(app, { results: [passed('pays'), passed('ships')] })
  return settled(app, { results: [failed('pays'), passed('ships')], ...more })
}
