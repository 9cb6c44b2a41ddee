import { as, type Calls, PASSWORD } from './call.ts'

/** Visitors, signed-in people, and the members of an organization. */
export const PEOPLE_CALLS: Calls = {
  whoAmI: () => ({ path: '/api/whoami' }),
  setPassword: ({ passwordToken }) => ({
    path: '/auth/password',
    method: 'POST',
    body: { token: passwordToken, password: PASSWORD },
  }),
  signIn: () => ({
    path: '/auth/sign-in',
    method: 'POST',
    body: { email: 'admin@localhost', password: PASSWORD },
  }),
  readInvitation: ({ joinToken }) => ({
    path: '/auth/invitation',
    method: 'POST',
    body: { token: joinToken },
  }),
  joinWithInvitation: ({ joinToken }) => ({
    path: '/auth/join',
    method: 'POST',
    body: { token: joinToken, email: 'ada@example.com', name: 'Ada', password: PASSWORD },
  }),
  acceptInvitation: ({ acceptToken, newcomer }) => ({
    path: '/api/invitations/accept',
    method: 'POST',
    headers: as(newcomer),
    body: { token: acceptToken },
  }),
  listSessions: ({ data }) => ({ path: '/api/sessions', headers: as(data('signIn').token) }),
  revokeSession: ({ data }) => {
    const sessions = data('listSessions').sessions as { id: string; isCurrent: boolean }[]
    return {
      path: `/api/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`,
      method: 'DELETE',
      headers: as(data('signIn').token),
    }
  },
  revokeOtherSessions: ({ data }) => ({
    path: '/api/sessions',
    method: 'DELETE',
    headers: as(data('signIn').token),
  }),
  renewToken: ({ data }) => ({
    path: '/api/sessions/renew',
    method: 'POST',
    headers: as(data('signIn').token),
  }),
  updatePerson: ({ data }) => ({
    path: '/api/person',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { name: 'Grace' },
  }),
  setReviewSettings: ({ data }) => ({
    path: '/api/review-settings',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { keysMayDecide: false },
  }),
  listOrganizationMessages: ({ data }) => ({
    path: '/api/bus/mail?limit=2',
    headers: as(data('renewToken').token),
  }),
  takeOverAgent: ({ agent, data }) => ({
    path: `/api/bus/agents/${agent}/take-over`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: {},
  }),
  acceptProposal: ({ proposals, data }) => ({
    path: `/api/proposals/${proposals[0]}/accept`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { reason: 'Measured, thank you.' },
  }),
  rejectProposal: ({ proposals, data }) => ({
    path: `/api/proposals/${proposals[1]}/reject`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { reason: 'The limit depends on the bank.' },
  }),
  createOrganization: ({ data }) => ({
    path: '/api/organizations',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { name: 'Acme', slug: 'acme' },
  }),
  listOrganizations: ({ data }) => ({ path: '/api/organizations', headers: as(data('renewToken').token) }),
  changePassword: ({ data }) => ({
    path: '/api/password',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { current: PASSWORD, password: `${PASSWORD} staple` },
  }),
  signOut: ({ data }) => ({
    path: '/api/sign-out',
    method: 'POST',
    headers: as(data('changePassword').token),
  }),
  updateOrganization: () => ({
    path: '/api/organization',
    method: 'POST',
    body: { name: 'Our team' },
  }),
  listMembers: () => ({ path: '/api/members?limit=2' }),
  changeRole: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}`,
    method: 'POST',
    body: { role: 'viewer' },
  }),
  listMemberCredentials: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}/credentials`,
  }),
  removeMember: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}?credentials=revoke`,
    method: 'DELETE',
  }),
  createInvitation: () => ({
    path: '/api/invitations',
    method: 'POST',
    body: { role: 'viewer', email: 'bob@example.com' },
  }),
  listInvitations: () => ({ path: '/api/invitations' }),
  withdrawInvitation: ({ data }) => ({
    path: `/api/invitations/${data('createInvitation').id}`,
    method: 'DELETE',
  }),
  listAudit: () => ({ path: '/api/audit?limit=2' }),
}
