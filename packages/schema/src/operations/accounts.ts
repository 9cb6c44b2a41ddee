import { z } from 'zod'
import { anyCredential, operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { Role } from './keys.ts'

const Account = z.object({
  id: z.uuid().describe('Id of the project.'),
  name: z.string(),
  slug: z.string(),
  role: Role.describe("The caller's role in this project."),
  active: z.boolean().describe('True for the project that tools use if no header Svc-Project names another.'),
})

/** The projects of a caller, as agents see them: one of them is active. */
export const accountOperations = operations({
  listAccounts: {
    summary:
      'Lists the project accounts of the credential, most recently created first, and marks the active one: the project that it used last, else the newest.',
    method: 'GET',
    path: '/api/accounts',
    ...anyCredential,
    input: z.strictObject(pageParameters),
    output: pageOf(Account),
  },
  switchAccount: {
    summary:
      'Makes a project the active one of this credential: tools use it until the next switch. Other credentials keep theirs.',
    method: 'POST',
    path: '/api/accounts/active',
    ...anyCredential,
    input: z.strictObject({
      project: z
        .string()
        .min(1)
        .max(100)
        .transform((name) => name.trim().toLowerCase())
        .describe('Id or slug of a project.'),
    }),
    output: Account,
  },
})
