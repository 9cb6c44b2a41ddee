import { z } from 'zod'
import { operations, publicOperations } from '../operation.ts'
import { Role } from './keys.ts'

const Time = z.iso.datetime({ offset: true })

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'takes an e-mail address')
  .transform((email) => email.normalize('NFC').toLowerCase())
export const PersonName = z.string().trim().min(1).max(100)

const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 200
const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `takes ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  .max(LONGEST_PASSWORD, `takes ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  .describe(`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters, any of them.`)
const Password = z.string().min(1).max(LONGEST_PASSWORD)
/** The secret at the end of a link. */
const LinkToken = z.string().min(1).max(200).describe("What follows # in the link's address.")
const AsCookie = z
  .boolean()
  .default(false)
  .describe('True: the token goes into a cookie that scripts cannot read, and not into the answer.')
/** Of a program; a browser has its own in a cookie. */
const GivenDevice = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('What an earlier sign-in of this person gave as device; "new" asks for one.')

export const Person = z.object({ id: z.uuid(), email: z.string(), name: z.string() })
export const Membership = z.object({ slug: z.string(), name: z.string(), role: Role })

/** The same two of every session, wherever it is told. */
const ends = {
  expiresAt: Time.describe('When it ends without further use: 14 days after the last one, or at endsAt.'),
  endsAt: Time.describe('The latest that it ends, however much it is used: 90 days after it began.'),
}
const IssuedToken = {
  token: z
    .string()
    .nullable()
    .describe('Goes into "Authorization: Bearer <token>"; null where it went into a cookie.'),
  ...ends,
}
const device = z
  .string()
  .nullable()
  .describe(
    'Send it with the next sign-in of this person: others who guess at the account cannot slow that down. It signs nobody in. Null where it went into a cookie, or was not asked for.',
  )
const SignedIn = z.object({ ...IssuedToken, device, person: Person, organizations: z.array(Membership) })

const Session = z.object({
  id: z.uuid(),
  isCurrent: z.boolean().describe('True for the session that asks.'),
  createdAt: Time,
  lastUsedAt: Time.describe('Written at most once a minute.'),
  ...ends,
  userAgent: z.string().nullable(),
  address: z.string().describe('Where it was begun from; IPv6 as its /64 network.'),
})

export const authOperations = publicOperations({
  signIn: {
    summary:
      'Signs a person in. An unknown e-mail address and a wrong password are refused alike. Wrong passwords slow down the account and the address, but no device that has signed in before.',
    method: 'POST',
    path: '/auth/sign-in',
    input: z.strictObject({ email: Email, password: Password, cookie: AsCookie, device: GivenDevice }),
    output: SignedIn,
  },
  setPassword: {
    summary:
      'Sets a password by a link of one use, as the first start and `svc-server people reset` print it. All sessions of the person end and all devices are forgotten; a new session begins.',
    method: 'POST',
    path: '/auth/password',
    input: z.strictObject({ token: LinkToken, password: NewPassword, cookie: AsCookie, device: GivenDevice }),
    output: SignedIn,
  },
  readInvitation: {
    summary: 'What an invitation leads to. Reading does not use it up.',
    method: 'POST',
    path: '/auth/invitation',
    input: z.strictObject({ token: LinkToken }),
    output: z.object({
      organization: z.object({ slug: z.string(), name: z.string() }),
      role: Role,
      email: z.string().nullable().describe('The one address it is for; null: anybody with the link.'),
      expiresAt: Time,
    }),
  },
  joinWithInvitation: {
    summary:
      'Accepts an invitation and signs in: with a new e-mail address the account is made, with a known one the password has to be right. The link works once.',
    method: 'POST',
    path: '/auth/join',
    input: z.strictObject({
      token: LinkToken,
      email: Email,
      name: PersonName.optional().describe('Of a new account; the part before @ where absent.'),
      password: NewPassword,
      cookie: AsCookie,
      device: GivenDevice,
    }),
    output: SignedIn,
  },
})

/** What people do with their own account, sessions and invitations. */
export const peopleOperations = operations({
  signOut: {
    summary: 'Ends the session that asks, and clears its cookie.',
    method: 'POST',
    path: '/api/sign-out',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({ id: z.uuid() }),
  },
  listSessions: {
    summary: "The person's own sessions, newest first; at most 50 exist, the longest unused makes room.",
    method: 'GET',
    path: '/api/sessions',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({ sessions: z.array(Session) }),
  },
  revokeSession: {
    summary: "Ends one of the person's own sessions at once, and forgets its device.",
    method: 'DELETE',
    path: '/api/sessions/:id',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ id: z.uuid() }),
  },
  revokeOtherSessions: {
    summary: "Ends all of the person's sessions but the one that asks, and forgets all other devices.",
    method: 'DELETE',
    path: '/api/sessions',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({ ended: z.number().describe('How many were ended.') }),
  },
  renewToken: {
    summary:
      'Gives the session a new token; the one that asks stops working a minute after the new one is first used. A cookie is renewed by itself once a day.',
    method: 'POST',
    path: '/api/sessions/renew',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object(IssuedToken),
  },
  changePassword: {
    summary:
      "Changes the person's own password. All other sessions end, all devices are forgotten, and the one that asks goes on with new tokens.",
    method: 'POST',
    path: '/api/password',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ current: Password, password: NewPassword, device: GivenDevice }),
    output: z.object({ ...IssuedToken, device }),
  },
  updatePerson: {
    summary: "Changes the person's own name or e-mail address; the address takes the password too.",
    method: 'POST',
    path: '/api/person',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({
      name: PersonName.optional(),
      email: Email.optional(),
      password: Password.optional().describe('Required with email.'),
    }),
    output: Person,
  },
  acceptInvitation: {
    summary: 'Joins the organization of an invitation as the person who is signed in. The link works once.',
    method: 'POST',
    path: '/api/invitations/accept',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ token: LinkToken }),
    output: Membership,
  },
})
