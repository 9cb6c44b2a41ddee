import { authority, type Case, DAY_MS, here, html, OUT_OF_TIME, receipt, TRUST } from './trouble-cases.ts'
import { selfSigned } from './trouble-certificates.ts'
import { answering, answeringSecurely, endless, mute, raw, unreachable } from './trouble-servers.ts'

/** Connections that do not come about, break off, or never end. */
export const CONNECTIONS: Case[] = [
  {
    what: 'a connection that is cut',
    listen: () => raw((socket) => void socket.resetAndDestroy()),
    says: /could not be reached \(ECONNRESET\): the connection was cut/,
    within: 3_500,
  },
  {
    what: 'a connection that is cut while it is written to',
    listen: () => raw((socket) => void socket.destroy()),
    env: { TROUBLE_TESTS: '15000' },
    says: /\((ECONNRESET|EPIPE)\): the connection was cut/,
    within: 4_500,
  },
  {
    what: 'an answer that breaks off',
    listen: () => raw((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"succ')),
    says: /the connection was cut before the answer was complete/,
    within: 3_500,
  },
  {
    what: 'a refusal that breaks off',
    listen: () => raw((socket) => void socket.end('HTTP/1.1 403 No\r\ncontent-length: 100\r\n\r\n<html')),
    says: /blocks uploads \(403\)/,
  },
  {
    what: 'something that does not speak HTTP',
    listen: () => raw((socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
    says: /not HTTP/,
  },
  {
    what: 'headers without end',
    listen: () => endless('HTTP/1.1 200 OK\r\n', `x-${'a'.repeat(80)}: b\r\n`),
    says: /\(HPE_HEADER_OVERFLOW\): .*not HTTP/,
  },
  {
    what: 'an answer without end',
    listen: () => endless('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(65_536)),
    says: /not from an svc server/,
  },
  {
    what: 'an answer that drips',
    listen: () => endless('HTTP/1.1 200 OK\r\n\r\n', 'a', 100),
    env: { SVC_TIMEOUT_MS: '900' },
    says: OUT_OF_TIME,
    within: 900,
  },
  {
    what: 'headers that drip',
    listen: () => endless('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 100),
    env: { SVC_TIMEOUT_MS: '900' },
    says: OUT_OF_TIME,
    within: 900,
  },
  {
    what: 'silence within the time given',
    listen: () => raw(() => undefined),
    env: { SVC_TIMEOUT_MS: '700' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'silence',
    listen: () => raw(() => undefined),
    says: /no complete answer in 10 s/,
    within: 10_000,
  },
  {
    what: 'a body that nobody reads',
    listen: () => raw((socket) => void socket.pause()),
    env: { SVC_TIMEOUT_MS: '700', TROUBLE_TESTS: '19000' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'a way that leads nowhere',
    listen: unreachable,
    says: /could not be reached: no connection .* in time/,
    within: 5_000,
  },
  {
    what: 'no time at all',
    listen: () => answering(receipt(4)),
    env: { SVC_TIMEOUT_MS: '0' },
    says: /time ran out before all results were sent/,
  },
  {
    what: 'nothing that listens',
    says: /\(ECONNREFUSED\): no server listens there; .*SVC_URL/,
    within: 1_500,
  },
  {
    what: 'a name that is not there',
    url: 'http://svc.invalid',
    says: /could not be reached \((ENOTFOUND|EAI_AGAIN)\): its name could not be resolved/,
    within: 1_500,
  },
  {
    what: 'https sent to a port of http',
    scheme: 'https',
    listen: () => answering(html(200)),
    says: /\(ERR_SSL_WRONG_VERSION_NUMBER\): .*TLS .*SVC_URL should begin with http:\/\//,
  },
  {
    what: 'http sent to a port of https',
    listen: () => answeringSecurely(authority.certify(here), receipt(4)),
    says: /the connection was cut .* https/,
    within: 3_500,
  },
  {
    what: 'TLS that is never answered',
    scheme: 'https',
    listen: mute,
    env: { SVC_TIMEOUT_MS: '700' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'a certificate nobody vouches for',
    scheme: 'https',
    listen: () => answeringSecurely(selfSigned(here), receipt(4)),
    says: /\(DEPTH_ZERO_SELF_SIGNED_CERT\): its certificate is not trusted; set NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'a certificate of an unknown authority',
    scheme: 'https',
    listen: () => answeringSecurely(authority.certify(here), receipt(4)),
    says: /its certificate is not trusted; set NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'a certificate that has expired',
    scheme: 'https',
    env: TRUST,
    listen: () =>
      answeringSecurely(
        authority.certify({
          ...here,
          from: new Date(Date.now() - 9 * DAY_MS),
          to: new Date(Date.now() - DAY_MS),
        }),
        receipt(4),
      ),
    says: /its certificate has expired/,
  },
  {
    what: 'a certificate of tomorrow',
    scheme: 'https',
    env: TRUST,
    listen: () =>
      answeringSecurely(
        authority.certify({
          ...here,
          from: new Date(Date.now() + DAY_MS),
          to: new Date(Date.now() + 9 * DAY_MS),
        }),
        receipt(4),
      ),
    says: /its certificate is not valid yet/,
  },
  {
    what: 'a certificate of another host',
    scheme: 'https',
    env: TRUST,
    listen: () => answeringSecurely(authority.certify({ name: 'x', hosts: ['other.example'] }), receipt(4)),
    says: /its certificate is for another host/,
  },
]
