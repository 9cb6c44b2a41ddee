import type { Calls } from './call.ts'

/** Webhooks, badges, keys and trusts of an organization. */
export const ACCESS_CALLS: Calls = {
  createWebhook: () => ({
    path: '/api/webhooks',
    method: 'POST',
    // An address without a listener, so that a test of it has the same result everywhere.
    body: { name: 'our channel', url: 'http://127.0.0.1:9/hooks/example', project: 'shop' },
  }),
  listWebhooks: () => ({ path: '/api/webhooks' }),
  updateWebhook: ({ data }) => ({
    path: `/api/webhooks/${data('createWebhook').id}`,
    method: 'POST',
    body: { events: ['base.broke', 'test.became-flaky', 'test.recovered'] },
  }),
  testWebhook: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}/test`, method: 'POST' }),
  listDeliveries: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}/deliveries` }),
  resendDeliveries: ({ data }) => ({
    path: `/api/webhooks/${data('createWebhook').id}/deliveries/resend`,
    method: 'POST',
    body: {},
  }),
  deleteWebhook: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}`, method: 'DELETE' }),
  makeBadge: () => ({ path: '/api/projects/shop/badge', method: 'POST' }),
  getBadge: () => ({ path: '/api/projects/shop/badge' }),
  getBadgePicture: ({ data }) => ({ path: new URL(String(data('makeBadge').url)).pathname }),
  deleteBadge: () => ({ path: '/api/projects/shop/badge', method: 'DELETE' }),
  createKey: () => ({
    path: '/api/keys',
    method: 'POST',
    body: { name: 'ci', role: 'editor', scopes: ['ingest', 'read'] },
  }),
  listKeys: () => ({ path: '/api/keys' }),
  createTrust: ({ issuer }) => ({
    path: '/api/oidc-trusts',
    method: 'POST',
    body: {
      issuer,
      repositoryId: '4711',
      repository: 'acme/shop',
      refs: ['refs/heads/main'],
      events: ['push'],
    },
  }),
  listTrusts: () => ({ path: '/api/oidc-trusts' }),
  exchangeToken: ({ workflowToken }) => ({
    path: '/auth/oidc',
    method: 'POST',
    body: { token: workflowToken, organization: 'default' },
  }),
  updateTrust: ({ data }) => ({
    path: `/api/oidc-trusts/${data('createTrust').id}`,
    method: 'POST',
    body: { refs: ['refs/heads/main', 'refs/heads/release-*'] },
  }),
  deleteTrust: ({ data }) => ({ path: `/api/oidc-trusts/${data('createTrust').id}`, method: 'DELETE' }),
  revokeKey: ({ data }) => ({ path: `/api/keys/${data('createKey').id}`, method: 'DELETE' }),
}
