import type { Comparison, pullRequestOperations } from '@svc/schema'
import type { z } from 'zod'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { readExecutions } from './read-executions.ts'
import { DETAILS, renderSection } from './render-section.ts'

const MARKER = '<!-- svc:pull-request -->'

/** GitHub refuses comments of more than 65,536 characters. */
const MOST_BYTES = 60_000

export const getPullRequest: Handlers<typeof pullRequestOperations>['getPullRequest'] = async ({
  ctx,
  input,
}) => {
  const { repository, revision, newest } = await readExecutions(ctx, input)
  const comparisons = await Promise.all(
    newest.map(async (head) => compare(ctx, head, await chooseBase(ctx, head))),
  )
  return {
    number: input.number,
    repository,
    revision,
    provisional: comparisons.some((compared) => compared.provisional),
    markdown: renderComment(comparisons),
    executions: newest.map((row) => ({
      id: row.public_id,
      project: row.slug,
      suite: row.suite,
      state: row.state,
    })),
  }
}

/** All sections in as much detail as fits; where even the answers alone do not, as many as do. */
function renderComment(comparisons: z.input<typeof Comparison>[]): string {
  let sections: string[] = []
  for (const detail of DETAILS) {
    sections = comparisons.map((compared) => renderSection(compared, detail))
    const comment = [MARKER, sections.join('\n\n---\n\n')].join('\n\n')
    if (Buffer.byteLength(comment) <= MOST_BYTES) return comment
  }
  const kept: string[] = [MARKER]
  let left = MOST_BYTES - 1_000
  for (const section of sections) {
    left -= Buffer.byteLength(section) + 2
    if (left < 0) break
    kept.push(section)
  }
  kept.push(`… and ${sections.length + 1 - kept.length} more`)
  return kept.join('\n\n')
}
