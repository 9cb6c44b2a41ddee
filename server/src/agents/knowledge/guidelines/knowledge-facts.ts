import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import type { RecurringFailure } from '../../../history/failures/recurring-failures.ts'
import type { VisibleProject } from '../../../people/projects/visible-projects.ts'
import type { Category } from '../category.ts'
import { staleDocuments } from '../stale-documents.ts'
import { effectiveTemplates } from '../templates/effective.ts'
import { quote } from './quote.ts'
import type { Rule, Section } from './rule.ts'

/** The template that a project begins each kind of document with. */
const FIRST_TEMPLATE: Record<Category, string> = {
  architecture: 'architecture/overview',
  patterns: 'patterns/pattern',
  contracts: 'contracts/api',
}
const CATEGORIES = Object.keys(FIRST_TEMPLATE) as Category[]
const MOST_NAMED = 3
/** Documents with a fix that are examined. */
const MOST_WITH_FIX = 200

const HINT =
  'No document here states rules. Write `category: patterns` (or architecture, contracts) into the front matter of one that does.'

/** What the project's documents have and lack: what to extend, to write or to correct next. One line each. */
export async function readKnowledgeFacts(
  ctx: Context,
  project: VisibleProject,
  recurring: readonly RecurringFailure[],
): Promise<Rule[]> {
  const [counts, newest, stale, templates, undocumented] = await Promise.all([
    countDocuments(ctx, project.id),
    newestOfCategories(ctx, project.id),
    longestStale(ctx, project.id),
    effectiveTemplates(ctx, project.slug),
    withoutDocument(ctx, project.id, recurring),
  ])
  const own = templates.filter(({ source }) => source !== 'built-in').slice(0, MOST_NAMED)
  const hasRules = CATEGORIES.some((category) => counts.has(category))
  const isUnsorted = !hasRules && counts.size > 0
  const lines = [
    ...undocumented.map(
      ({ executions, message, fingerprint }) =>
        `Undocumented: failed in ${countOf(executions, 'run')}, ${quote(firstLine(message))}. Write patterns/failure with \`failures: [${fingerprint}]\`.`,
    ),
    ...stale.map(
      (path) => `Stale: ${quote(path)}; a failure came back after the fix that it names. Correct it.`,
    ),
    ...(own.length === 0
      ? []
      : [`Templates of its own: ${own.map(({ path }) => quote(path)).join(', ')}. Use them first.`]),
    ...CATEGORIES.flatMap((category) => {
      const count = counts.get(category)
      if (count !== undefined)
        return `${category}: ${countOf(count, 'document')}, newest ${(newest.get(category) ?? []).map(quote).join(', ')}. Extend one before you add one.`
      return isUnsorted
        ? []
        : `${category}: no document. Begin with svc_get_template ${FIRST_TEMPLATE[category]}.`
    }),
  ]
  const inSection = (section: Section, text: string): Rule => ({ section, text, source: null })
  return [
    ...(isUnsorted ? [inSection('now', HINT), inSection('documents', HINT)] : []),
    ...lines.map((text) => inSection('documents', text)),
  ]
}

/** Null is the key of documents without a category. */
async function countDocuments({ store }: Context, projectId: number): Promise<Map<string | null, number>> {
  const rows = await store.read
    .selectFrom('document')
    .select('category')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', '=', projectId)
    .groupBy('category')
    .execute()
  return new Map(rows.map(({ category, count }) => [category, Number(count)]))
}

/** The documents of each category that changed last. */
async function newestOfCategories({ store }: Context, projectId: number): Promise<Map<Category, string[]>> {
  const found = await Promise.all(
    CATEGORIES.map(async (category) => {
      const rows = await store.read
        .selectFrom('document')
        .select('path')
        .where('project_id', '=', projectId)
        .where('category', '=', category)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_NAMED)
        .execute()
      return [category, rows.map(({ path }) => path)] as const
    }),
  )
  return new Map(found)
}

/** The paths of stale documents, first those that have not changed for the longest time. */
async function longestStale(ctx: Context, projectId: number): Promise<string[]> {
  const rows = await ctx.store.read
    .selectFrom('document')
    .select(['id', 'path'])
    .where('project_id', '=', projectId)
    .where(
      sql<boolean>`exists (select 1 from document_failure where document_id = document.id
        and (fix is not null or fix_sha is not null))`,
    )
    .orderBy('updated_at')
    .limit(MOST_WITH_FIX)
    .execute()
  const stale = await staleDocuments(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, path }) => (stale.has(id) ? path : [])).slice(0, MOST_NAMED)
}

/** The recurring failures that no document explains. */
async function withoutDocument(
  { store }: Context,
  projectId: number,
  recurring: readonly RecurringFailure[],
): Promise<RecurringFailure[]> {
  if (recurring.length === 0) return []
  const rows = await store.read
    .selectFrom('document_failure')
    .select('fingerprint')
    .where('project_id', '=', projectId)
    .where(
      'fingerprint',
      'in',
      recurring.map(({ fingerprint }) => fingerprint),
    )
    .execute()
  const explained = new Set(rows.map(({ fingerprint }) => fingerprint))
  return recurring.filter(({ fingerprint }) => !explained.has(fingerprint))
}
