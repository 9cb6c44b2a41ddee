import type { failureContextOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { similarity } from '../../ground/kernel/similarity.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { NameWanted } from '../../history/tests/filter-by-name.ts'
import { findTests as findByName } from '../../history/tests/find-tests.ts'
import { readTestNames, type TestName } from '../../history/tests/test-names.ts'
import { elsewhere } from '../../people/projects/elsewhere.ts'
import { type VisibleProject, visibleProjects } from '../../people/projects/visible-projects.ts'

type Find = Handlers<typeof failureContextOperations>['findTests']
type Found = Awaited<ReturnType<Find>>['tests'][number]

/** The number of projects whose tests are searched, and of tests in each that are compared with the text. */
const MOST_PROJECTS = 20
const MOST_COMPARED = 50
/** The number of parts of the text that are searched in turn, until one is found. */
const MOST_PARTS = 6
const LEAST_SIMILAR = 0.2
/** The similarity of a test that only has the wanted title, in another file or suite. */
const SAME_TITLE = 0.4

export const findTests: Find = async ({ ctx, input }) => {
  const projects = (await visibleProjects(ctx, input.project)).slice(0, MOST_PROJECTS)
  const text = input.test.trim()
  const found = TEST_ID.test(text)
    ? await byId(ctx, projects, text.toLowerCase())
    : (await Promise.all(projects.map((project) => byText(ctx, project, text)))).flat()
  const sorted = found.sort((a, b) => b.similarity - a.similarity || (fullName(a) < fullName(b) ? -1 : 1))
  const exact = sorted.filter((test) => test.similarity === 1)
  const containing = sorted.filter((test) => contains(test, text))
  const best = exact.length > 0 ? exact : containing.length > 0 ? containing : sorted
  return { tests: best.slice(0, input.limit) }
}

const TEST_ID = /^[0-9a-f]{32}$/i

/** NOT_FOUND for the id of a test that only other projects than these have; undefined for any other text. */
export async function testElsewhere(ctx: Context, test: string, own: readonly string[]) {
  if (!TEST_ID.test(test.trim()) || ctx.caller.projectId !== null) return undefined
  const found = await byId(ctx, await visibleProjects(ctx, undefined), test.trim().toLowerCase())
  const slugs = [...new Set(found.map(({ project }) => project))]
  return slugs.length === 0 || slugs.some((slug) => own.includes(slug)) ? undefined : elsewhere('test', slugs)
}

/** The file and the titles of a test, as people write them. */
const fullName = ({ file, titles }: Pick<TestName, 'file' | 'titles'>): string =>
  [file, ...titles].join(' > ')

const contains = (test: Found, text: string) =>
  fullName(test).toLowerCase().includes(normalized(text)) || normalized(text) === test.testId

/** With one kind of separator, in lower case. */
const normalized = (text: string) => text.toLowerCase().split(SEPARATOR).join(' > ')

async function byId({ store }: Context, projects: VisibleProject[], key: string): Promise<Found[]> {
  if (projects.length === 0) return []
  const ids = projects.map((project) => project.id)
  const rows = await store.read
    .selectFrom('test')
    .select(['id', 'project_id'])
    .where('key', '=', key)
    .where(isOneOf(store.dialect, 'project_id', ids))
    .execute()
  const names = await readTestNames(
    store,
    rows.map((row) => row.id),
  )
  return rows.flatMap(({ id, project_id }) => {
    const name = names.get(id)
    const slug = projects.find((project) => project.id === project_id)?.slug
    return name && slug !== undefined ? [{ ...name, project: slug, similarity: 1 }] : []
  })
}

async function byText({ store }: Context, project: VisibleProject, text: string): Promise<Found[]> {
  const ids = new Set<number>()
  const search = async (name: NameWanted) => {
    const page = await findByName(store, {
      projectId: project.id,
      ...name,
      monitor: undefined,
      before: null,
      limit: MOST_COMPARED,
    })
    for (const id of page.ids) ids.add(id)
    return page.ids.length > 0
  }
  const pieces = text.split(SEPARATOR).map((piece) => piece.trim())
  const title = pieces.at(-1)
  // Thousands of names may contain a short title, and thousands of files may have a test with it.
  if (pieces.length === 1 || !(await search({ title, q: pieces[0] }))) await search({ title })
  for (const part of partsOf(text, pieces)) {
    const isFound = await search({ q: part })
    // All of the text was found in one piece.
    if (part === text && isFound) break
  }
  const names = [...(await readTestNames(store, [...ids])).values()]
  return names
    .map((name) => ({ ...name, project: project.slug, similarity: likeness(text, name) }))
    .filter((test) => test.similarity >= LEAST_SIMILAR)
}

/** The text, then its pieces between separators starting with the last, then its words, longest first. */
function partsOf(text: string, pieces: string[]): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4)
  words.sort((a, b) => b.length - a.length)
  const stems = words.map((word) => word.slice(0, Math.max(4, Math.ceil(word.length / 2))))
  const parts = [text, ...pieces.toReversed(), ...words.slice(0, 2), ...stems.slice(0, 2)]
  const wanted = parts.filter((part) => part.length >= 2 || part === text)
  return [...new Set(wanted.map((part) => part.slice(0, 200)))].slice(0, MOST_PARTS)
}

const SEPARATOR = /\s[>›»]\s|::/

function likeness(text: string, { file, titles }: TestName): number {
  const wanted = normalized(text)
  const title = titles.at(-1) ?? ''
  const names = [fullName({ file, titles }), titles.join(' > '), titles.join(' '), title, file]
  const all = names.map((name) => name.toLowerCase())
  if (all.includes(wanted)) return 1
  const isPart = all[0]?.includes(wanted) === true
  const least = wanted.endsWith(` > ${title.toLowerCase()}`) ? SAME_TITLE : 0
  const most = Math.max(least, ...all.map((name) => similarity(wanted, name)))
  // Below 1, which means an exact match.
  return Math.round(Math.min(0.99, isPart ? Math.max(0.7, most) : most) * 100) / 100
}
