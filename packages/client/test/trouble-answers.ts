import { KEY } from './recording.ts'
import { type Case, html, ours, receipt, status } from './trouble-cases.ts'
import { answering } from './trouble-servers.ts'

/** Settings that cannot work, and answers that are none. */
export const ANSWERS: Case[] = [
  {
    what: 'a key with a typing error',
    env: { SVC_API_KEY: `${KEY.slice(0, -1)}!` },
    says: /the API key is not valid: .*; check SVC_API_KEY/,
  },
  { what: 'an address that is none', url: 'localhost:4700', says: /not an http or https URL; check SVC_URL/ },
  {
    what: 'an address with a password',
    url: 'http://me:secret@127.0.0.1:1',
    says: /user name or password/,
  },
  {
    what: 'a key the server does not know',
    listen: () => answering(ours(401, 'no such key')),
    says: /rejected the API key \(401: no such key\); check SVC_API_KEY/,
  },
  {
    what: 'a key without the right',
    listen: () => answering(ours(403, 'needs editor')),
    says: /cannot send results \(403: needs editor\)\n/,
  },
  {
    what: 'a server without ingest',
    listen: () => answering(ours(404, 'no such path')),
    says: /does not accept uploads \(404: no such path\); check SVC_URL/,
  },
  {
    what: 'a web server of something else',
    listen: () => answering(html(404)),
    says: /does not accept uploads \(404\); check SVC_URL/,
  },
  {
    what: 'a page to sign in',
    listen: () => answering(html(200)),
    says: /not from an svc server; check SVC_URL/,
  },
  {
    what: 'a sign-in of the company',
    listen: () => answering(html(401)),
    says: /sign-in .*\(401\)/,
  },
  {
    what: 'a firewall of the company',
    listen: () => answering(html(403)),
    says: /blocks uploads \(403\)/,
  },
  {
    what: 'a redirect to https',
    listen: () => answering(html(301, { location: 'https://svc.example.org/api/ingest' })),
    says: /redirects \(301\); set SVC_URL to https:\/\/svc\.example\.org$/m,
  },
  {
    what: 'a redirect to a sign-in',
    listen: () => answering(html(302, { location: '/login?next=%2Fapi%2Fingest' })),
    says: /redirects \(302 to http:\/\/127.0.0.1:\d+\/login\), possibly to a sign-in page/,
  },
  {
    what: 'a redirect to nowhere',
    listen: () => answering(html(307)),
    says: /redirects \(307\); check SVC_URL/,
  },
  {
    what: 'a gateway that wants smaller requests',
    listen: () => answering(html(413)),
    says: /size \(413\); .*limit/,
  },
  {
    what: 'http sent to a port of https that says so',
    listen: () => answering(html(400)),
    says: /not from an svc server \(400\)/,
  },
  {
    what: 'a newer journal than the server reads',
    listen: () => answering(ours(400, 'journal version 1 (update the server)')),
    says: /rejected the results \(400: journal version 1 \(update the server\)\).*rejected/,
    journal: 'set aside',
  },
  {
    what: 'a server that has enough',
    listen: () => answering(ours(413, 'at most 200000 results')),
    says: /rejected the results \(413: at most/,
    journal: 'set aside',
  },
  {
    what: 'a conflict without a place',
    listen: () => answering(ours(409, 'the part has ended')),
    says: /rejected the results \(409: the part has ended\)/,
    journal: 'set aside',
  },
  {
    what: 'a receipt for more than was sent',
    listen: () => answering(receipt(999)),
    says: /999 entries, more than the journal has/,
    journal: 'set aside',
  },
  {
    what: 'a receipt for less, always',
    listen: () => answering(receipt(1)),
    says: /the server stays at entry 1/,
  },
  {
    what: 'a receipt that is none',
    listen: () => answering(receipt('4')),
    says: /not from an svc server/,
  },
  {
    what: 'a receipt below nothing',
    listen: () => answering(receipt(-1)),
    says: /not from an svc server/,
  },
  {
    what: 'a receipt cut off',
    listen: () => answering(status(200, '{"success":true,"data":{"acc')),
    says: /not from an svc server/,
  },
  {
    what: '429 without a word when',
    listen: () => answering(ours(429, 'slow down')),
    says: /rate limit .*\(429: slow down\)/,
    within: 3_500,
  },
  {
    what: '429 for an hour',
    listen: () => answering(status(429, '', { 'retry-after': '3600' })),
    says: /\(429; .*3600 s\)/,
  },
  {
    what: '429 for ever',
    listen: () => answering(status(429, '', { 'retry-after': '1e300' })),
    says: /retry after 86400 s/,
  },
  {
    what: '429 with a wait below nothing',
    listen: () => answering(status(429, '', { 'retry-after': '-7' })),
    says: /rate limit .*\(429\)/,
    within: 3_500,
  },
  {
    what: '429 until a date',
    listen: () =>
      answering(
        (_, response) =>
          void response.writeHead(429, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }).end(),
      ),
    says: /retry after (599|600|601) s/,
  },
  ...[500, 502, 503].map(
    (code): Case => ({
      what: `${code} of a gateway`,
      listen: () => answering(html(code)),
      says: new RegExp(`${code}, .*not from an svc server`),
      within: 3_500,
    }),
  ),
  {
    what: 'trouble of the server itself',
    listen: () => answering(ours(500, 'An error on our side')),
    says: /the server .*\(500: An error on our side\)/,
    within: 3_500,
  },
]
