import { expect, test } from 'vitest'
import { describeExchange } from './describe-exchange.ts'

const URL = 'https://tests.example.com'

test.each<[number, string, RegExp]>([
  [500, 'This server could not check the token', /cannot reach the issuer.*needs no change/],
  [
    400,
    'project must be one of web, api: this repository is trusted for each.',
    /project must be one of web, api/,
  ],
  [429, '1000 keys of this trust are in use', /later/],
  [404, 'There is nothing at POST /auth/oidc', /older than this action/],
  [
    401,
    `The server rejects the token: unexpected "aud" claim value. Request a token with the audience "https://svc.acme.dev/organizations/acme", and use it once and within minutes.`,
    /Set the input url to https:\/\/svc\.acme\.dev, or SVC_BASE_URL/,
  ],
  [
    401,
    `The token is not accepted: unexpected "aud" claim value. It has to be asked for with the audience ${URL}, and used within minutes.`,
    /organization.*older than this action/,
  ],
  [
    401,
    `The server rejects the token: "exp" claim timestamp check failed. Request a token with the audience "${URL}/organizations/acme", and use it once and within minutes.`,
    /has expired/,
  ],
  [401, 'This token was used before. Each token works once: request a new one.', /Re-run the job/],
  [401, 'This server accepts no tokens from that issuer.', /\(iss\)/],
  [
    401,
    'No admin of an organization acme trusts repository 7 of https://issuer.example.',
    /\(repository_id\), or the input organization/,
  ],
  [401, 'The server rejects the token: signature verification failed.', /rejected the token/],
])('%i %s', (status, said, words) => {
  const text = describeExchange(status, said, URL)
  expect(text).toMatch(words)
  if (status !== 404) expect(text).toContain(said)
  expect(text).not.toMatch(/revoked|API key may/)
})
