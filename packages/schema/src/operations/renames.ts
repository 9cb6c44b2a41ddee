import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug, TestRef } from '../shapes.ts'

const Time = z.iso.datetime()
const TestId = z.string().regex(/^[0-9a-f]{32}$/, "takes a test's id, 32 hex digits")
const TestName = TestRef.omit({ leg: true })

const Rename = z.object({
  id: z.uuid(),
  project: z.string(),
  from: TestName.describe('What the test was called before.'),
  to: TestName,
  confirmedBy: z.string().describe('Name of the key, or address of the person.'),
  confirmedAt: Time,
  undoneBy: z.string().nullable(),
  undoneAt: Time.nullable().describe('From then on the two are two tests again.'),
})

const Pair = z.strictObject({ from: TestId, to: TestId })

/** Pairs that one request may confirm: a folder that moved is many tests at once. */
const MOST_PAIRS = 200

export const renameOperations = operations({
  listRenames: {
    summary: 'Tests that somebody said go on under another name, the newest first.',
    method: 'GET',
    path: '/api/renames',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      project: ProjectSlug.optional(),
      test: TestId.optional().describe('Only those that lead from or to this test.'),
      state: z.enum(['confirmed', 'undone', 'all']).default('confirmed'),
      ...pageParameters,
    }),
    output: pageOf(Rename),
  },
  confirmRenames: {
    summary:
      'Says that a test goes on under another name: its history and its monitor go along, GET /api/tests lists it under the newest name only, and comparison pairs the two. One as `from` and `to`, or several as `renames`, all of them or none. Refused where both ran in one execution, where either has another partner already, and where it would lead round.',
    method: 'POST',
    path: '/api/renames',
    role: 'editor',
    scope: 'ingest',
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
        if (renames && (from ?? to) !== undefined)
          refuse('renames', 'takes the place of from and to: give either')
        else if (!renames && from === undefined) refuse('from', "is required and takes a test's id")
        else if (!renames && to === undefined) refuse('to', "is required and takes a test's id")
      }),
    output: z.object({ renames: z.array(Rename) }),
  },
  undoRename: {
    summary:
      'Takes a rename back: from then on the two are two tests again, each with its own history. Once more changes nothing.',
    method: 'DELETE',
    path: '/api/renames/:id',
    role: 'editor',
    scope: 'ingest',
    input: z.strictObject({ id: z.uuid() }),
    output: Rename,
  },
})
