import type { TestApp } from './make-app.ts'
import { settled } from './upload.ts'

/** Makes the graveyard, so that counting before and after sees only what is deleted in between. */
export async function openTombstones(app: TestApp): Promise<void> {
  const id = await settled(app, { project: 'first' })
  await app.delete(`/api/executions/${id}`)
  await app.delete('/api/projects/first')
  await app.removeDeleted()
}

/** What a deletion may leave: that it was done. */
export const withoutAudit = ({ audit, ...counts }: Record<string, number>) => counts
