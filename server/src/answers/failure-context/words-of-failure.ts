import type { FailureWords } from '../../agents/knowledge/failure-words.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { firstLine } from '../../ground/kernel/first-line.ts'
import { findTest } from '../../history/tests/find-test.ts'

const MESSAGE_LENGTH = 300

interface Asked {
  project: { id: number; slug: string }
  fingerprint: string
  test: string
}

/** The words of a failure and of one of its tests, with which documents are searched; throws NOT_FOUND for an unknown test. */
export async function wordsOfFailure(
  ctx: Context,
  { project, fingerprint, test }: Asked,
): Promise<FailureWords> {
  const [cluster, found] = await Promise.all([
    ctx.store.lookup
      .selectFrom('failure_cluster')
      .select('message')
      .where('project_id', '=', project.id)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst(),
    findTest(ctx, test.toLowerCase(), project.slug),
  ])
  const { titles, file } = found.test.name
  const message = firstLine(cluster?.message ?? '').slice(0, MESSAGE_LENGTH)
  return { messages: [message], titles, function: '', files: [file] }
}
