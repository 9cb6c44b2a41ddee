import type { Context } from '../../ground/kernel/context.ts'
import { findTests } from '../../history/tests/find-tests.ts'
import { readTestNames, type TestName } from '../../history/tests/test-names.ts'
import type { VisibleProject } from '../../people/projects/visible-projects.ts'

/** Tests of these projects whose file or titles contain a text, those of the first project first. */
export async function readFoundTests(ctx: Context, projects: VisibleProject[], q: string, limit: number) {
  const found: (TestName & { project: string })[] = []
  for (const { id, slug } of projects) {
    const page = await findTests(ctx.store, {
      projectId: id,
      q,
      monitor: undefined,
      before: null,
      limit: limit - found.length,
    })
    const names = await readTestNames(ctx.store, page.ids)
    for (const test of page.ids) {
      const name = names.get(test)
      if (name) found.push({ ...name, project: slug })
    }
    if (found.length >= limit) break
  }
  return found
}
