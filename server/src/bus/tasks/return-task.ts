import type { Db } from '../../store/portable.ts'
import type { Notice } from '../tell.ts'
import { changeTask, type StoredTask } from './change-task.ts'
import { noticesOf } from './task-notices.ts'

/** In the transaction that has locked a task in progress: makes it pending again. Returns the task and its notices. */
export async function returnTask(
  db: Db,
  task: StoredTask,
  because: string,
  now: number,
): Promise<{ task: StoredTask; notices: Notice[] }> {
  const { changed: _, ...returned } = await changeTask(
    db,
    task,
    { status: 'pending' },
    { actor: 'svc', because, now },
  )
  const text = `${because} The task is pending again: ${task.title}`
  return { task: returned, notices: noticesOf(returned, { text, actorId: null }) }
}
