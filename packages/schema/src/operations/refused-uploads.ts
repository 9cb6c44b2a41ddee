import { PROBLEM_STATUS, type ProblemCode } from '@svc/protocol'
import { z } from 'zod'
import { administers, operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'

const Time = z.iso.datetime()
const CODES = Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]]

/** Uploads that the server refused. */
export const refusedUploadOperations = operations({
  listRefusedUploads: {
    summary:
      'Lists uploads that the server refused, the latest first. The server keeps the newest 100 kinds of refusals of an organization; equal ones are counted. A refusal of an unknown key belongs to no organization.',
    method: 'GET',
    path: '/api/refused-uploads',
    ...administers,
    input: z.strictObject(pageParameters),
    output: pageOf(
      z.object({
        id: z.number(),
        door: z.string().describe('Method and path of the request, such as POST /api/ingest.'),
        code: z.enum(CODES),
        message: z.string().describe('What the client received, at most 500 characters.'),
        credential: z.string().describe('Name of the key, or e-mail address of the person, at that time.'),
        count: z.number().describe('At least this many: the server counts a kind at most once in 10 s.'),
        firstAt: Time,
        lastAt: Time,
      }),
    ),
  },
})
