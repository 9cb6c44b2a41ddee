import { z } from 'zod'
import { operations, ownPerson, publicOperations } from '../operation.ts'
import { Role } from './keys.ts'

const Time = z.iso.datetime({ offset: true })

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
  .transform((email) => email.normalize('NFC').toLowerCase())
export const PersonName = z.string().trim().min(1).max(100)

const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 200
const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  .max(LONGEST_PASSWORD, `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
  .describe(`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters, any of them.`)
const Password = z.string().min(1).max(LONGEST_PASSWORD)
/** The secret at the end of a link. */
const LinkToken = z.string().min(1).max(200).describe("The part of the link's address after #.")
const AsCookie = z
  .boolean()
  .default(false)
  .describe(
    'True: the server sets the token as a cookie that scripts cannot read; the response does not contain it.',
  )
/** Of a program; a browser has its own in a cookie. */
const GivenDevice = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('The device that an earlier sign-in of this person returned; "new" requests a new one.')

export const Person = z.object({ id: z.uuid(), email: z.string(), name: z.string() }).meta({ id: 'Person' })
export const Membership = z
  .object({ slug: z.string(), name: z.string(), role: Role })
  .meta({ id: 'Membership' })

/** The two end times of every session. */
const ends = {
  expiresAt: Time.describe(
    'When the session expires without further use: 14 days after the last use, at the latest at endsAt.',
  ),
  endsAt: Time.describe('When the session ends even if it is in use: 90 days after it began.'),
}
const IssuedToken = {
  token: z
    .string()
    .nullable()
    .describe('Send it as "Authorization: Bearer <token>"; null if it was set as a cookie.'),
  ...ends,
}
const device = z
  .string()
  .nullable()
  .describe(
    'Send it with the next sign-in of this person. The sign-in is then exempt from the rate limit that password guessing triggers. It does not authenticate. Null if it was set as a cookie or not requested.',
  )
const SignedIn = z.object({ ...IssuedToken, device, person: Person, organizations: z.array(Membership) })

const Session = z.object({
  id: z.uuid(),
  isCurrent: z.boolean().describe('True for the calling session.'),
  createdAt: Time,
  lastUsedAt: Time.describe('Updated at most once per minute.'),
  ...ends,
  userAgent: z.string().nullable(),
  address: z.string().describe('IP address at sign-in; IPv6 as its /64 network.'),
})

export const authOperations = publicOperations({
  signIn: {
    summary:
      'Signs a person in. The server rejects an unknown e-mail address and a wrong password in the same way. Wrong passwords rate-limit the account and the IP address, but not devices that have signed in before.',
    method: 'POST',
    path: '/auth/sign-in',
    input: z.strictObject({ email: Email, password: Password, cookie: AsCookie, device: GivenDevice }),
    output: SignedIn,
  },
  setPassword: {
    summary:
      'Sets a password with a single-use link, which the first start and `svc-server people reset` print. All sessions of the person end, the server forgets all devices, and a new session begins.',
    method: 'POST',
    path: '/auth/password',
    input: z.strictObject({ token: LinkToken, password: NewPassword, cookie: AsCookie, device: GivenDevice }),
    output: SignedIn,
  },
  readInvitation: {
    summary: 'Returns the organization and role of an invitation without accepting it.',
    method: 'POST',
    path: '/auth/invitation',
    input: z.strictObject({ token: LinkToken }),
    output: z.object({
      organization: z.object({ slug: z.string(), name: z.string() }),
      role: Role,
      email: z
        .string()
        .nullable()
        .describe('The only address that can accept it; null: anyone with the link.'),
      expiresAt: Time,
    }),
  },
  joinWithInvitation: {
    summary:
      'Accepts an invitation and signs in. A new e-mail address creates an account; a known one requires its password. The link works once.',
    method: 'POST',
    path: '/auth/join',
    input: z.strictObject({
      token: LinkToken,
      email: Email,
      name: PersonName.optional().describe(
        'Name of a new account; absent: the part of the address before @.',
      ),
      password: NewPassword,
      cookie: AsCookie,
      device: GivenDevice,
    }),
    output: SignedIn,
  },
})

/** Operations of people on their own account, sessions and invitations. */
export const peopleOperations = operations({
  signOut: {
    summary: 'Ends the calling session and clears its cookie.',
    method: 'POST',
    path: '/api/sign-out',
    ...ownPerson,
    input: z.strictObject({}),
    output: z.object({ id: z.uuid() }),
  },
  listSessions: {
    summary:
      "Lists the person's own sessions, newest first. A person has at most 50; a further sign-in ends the least recently used session.",
    method: 'GET',
    path: '/api/sessions',
    ...ownPerson,
    input: z.strictObject({}),
    output: z.object({ sessions: z.array(Session) }),
  },
  revokeSession: {
    summary: "Ends one of the person's own sessions immediately and forgets its device.",
    method: 'DELETE',
    path: '/api/sessions/:id',
    ...ownPerson,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: z.object({ id: z.uuid() }),
  },
  revokeOtherSessions: {
    summary: "Ends all of the person's other sessions and forgets all other devices.",
    method: 'DELETE',
    path: '/api/sessions',
    ...ownPerson,
    input: z.strictObject({}),
    output: z.object({ ended: z.number().describe('Number of ended sessions.') }),
  },
  renewToken: {
    summary:
      'Issues a new token for the session. The calling token stops working one minute after the first use of the new one. The server renews cookies automatically once per day.',
    method: 'POST',
    path: '/api/sessions/renew',
    ...ownPerson,
    input: z.strictObject({}),
    output: z.object(IssuedToken),
  },
  changePassword: {
    summary:
      "Changes the person's own password. All other sessions end, the server forgets all devices, and the calling session continues with new tokens.",
    method: 'POST',
    path: '/api/password',
    ...ownPerson,
    input: z.strictObject({ current: Password, password: NewPassword, device: GivenDevice }),
    output: z.object({ ...IssuedToken, device }),
  },
  updatePerson: {
    summary: "Changes the person's own name or e-mail address. A new address also requires the password.",
    method: 'POST',
    path: '/api/person',
    ...ownPerson,
    input: z.strictObject({
      name: PersonName.optional(),
      email: Email.optional(),
      password: Password.optional().describe('Required with email.'),
    }),
    output: Person,
  },
  acceptInvitation: {
    summary: 'Adds the signed-in person to the organization of an invitation. The link works once.',
    method: 'POST',
    path: '/api/invitations/accept',
    ...ownPerson,
    input: z.strictObject({ token: LinkToken }),
    output: Membership,
  },
})
