import { startIssuer, type TestIssuer, type TokenClaims } from './issuer.ts'
import type { TestAnswer, TestApp } from './make-app.ts'

/** As much of a trust as the tests ask. */
export interface Trust {
  id: string
  project: string | null
}

/** What an exchange gives. */
export interface Given {
  key: string
  expiresAt: string
  organization: string
  project: string | null
}

/** An issuer that the operator of this app lists. */
export const listedIssuer = async (app: TestApp): Promise<TestIssuer> => {
  const issuer = await startIssuer()
  app.issuers.push(issuer.url)
  return issuer
}

/** Asks for a trust in the repository of the test issuer's tokens, with the first key unless given. */
export const trust = (app: TestApp, { url }: Pick<TestIssuer, 'url'>, more: object = {}, key?: string) =>
  app.post<Trust>(
    '/api/oidc-trusts',
    { issuer: url, repositoryId: '4711', repository: 'acme/shop', ...more },
    key === undefined ? {} : { key },
  )

/** Brings a token to the first organization, unless `more` names another. */
export const bring = (app: TestApp, token: string, more: object = {}): Promise<TestAnswer<Given>> =>
  app.post<Given>('/auth/oidc', { token, organization: 'default', ...more }, { key: null })

/** Brings a new token, with these claims. */
export const exchange = async (
  app: TestApp,
  issuer: TestIssuer,
  claims: TokenClaims = {},
  more: object = {},
): Promise<TestAnswer<Given>> => bring(app, await issuer.token(app.clock(), claims), more)

/** The slug of the organization of a key. */
export const slugOf = async (app: TestApp, key: string) =>
  (await app.get<{ organizations: { slug: string }[] }>('/api/organizations', { key })).data.organizations[0]
    ?.slug ?? ''
