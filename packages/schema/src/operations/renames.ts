import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug, TestName } from '../shapes.ts'

const Time = z.iso.datetime()
const TestId = z.string().regex(/^[0-9a-f]{32}$/, "must be a test's id, 32 hex digits")

const Rename = z
  .object({
    id: z.uuid(),
    project: z.string(),
    from: TestName.describe('The earlier name of the test.'),
    to: TestName,
    confirmedBy: z.string().describe('Name of the key, or address of the person.'),
    confirmedAt: Time,
    undoneBy: z.string().nullable(),
    undoneAt: Time.nullable().describe('When the rename was undone: since then, the two are separate tests.'),
  })
  .meta({ id: 'Rename' })

const Pair = z.strictObject({ from: TestId, to: TestId })

/** Pairs per request; moving a folder renames many tests at once. */
const MOST_PAIRS = 200

export const renameOperations = operations({
  listRenames: {
    summary: 'Lists renames of tests, newest first.',
    method: 'GET',
    path: '/api/renames',
    ...readsResults,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      test: TestId.optional().describe('Only renames from or to this test.'),
      state: z.enum(['confirmed', 'undone', 'all']).default('confirmed'),
      ...pageParameters,
    }),
    output: pageOf(Rename),
  },
  confirmRenames: {
    summary:
      'Confirms that a test has a new name. The test keeps its history and its monitor, GET /api/tests lists it only under the newest name, and comparisons pair the two names. Give one pair as `from` and `to`, or several as `renames`; the server confirms all of them or none. It rejects a pair if both tests ran in one execution, if either is already renamed, or if the renames would form a cycle.',
    method: 'POST',
    path: '/api/renames',
    ...uploads,
    input: z
      .strictObject({
        project: ProjectSlug,
        from: TestId.optional(),
        to: TestId.optional(),
        renames: z.array(Pair).min(1).max(MOST_PAIRS).optional(),
      })
      .superRefine(({ from, to, renames }, issues) => {
        const refuse = (field: string, message: string) =>
          issues.addIssue({ code: 'custom', path: [field], message })
        if (renames && (from ?? to) !== undefined) refuse('renames', 'cannot be combined with from and to')
        else if (!renames && from === undefined) refuse('from', "is required and must be a test's id")
        else if (!renames && to === undefined) refuse('to', "is required and must be a test's id")
      }),
    output: z.object({ renames: z.array(Rename) }),
  },
  undoRename: {
    summary:
      'Undoes a rename. The two become separate tests again, each with its own history. The operation is idempotent.',
    method: 'DELETE',
    path: '/api/renames/:id',
    ...uploads,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: Rename,
  },
})
