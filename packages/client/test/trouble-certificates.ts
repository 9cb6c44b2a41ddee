import { generateKeyPairSync, type KeyObject, randomInt, sign } from 'node:crypto'

/** A key and its certificate, both in PEM. */
export interface Certified {
  key: string
  cert: string
}

/** What a certificate says: its subject, the names and addresses it is for, and when it is valid. */
interface Claims {
  name: string
  hosts?: string[]
  isAuthority?: boolean
  from?: Date
  to?: Date
}

const HOUR_MS = 3_600_000

/** An authority that signs certificates. */
export interface Authority extends Certified {
  certify(claims: Claims): Certified
}

/** Made for one test run: no certificate has to be kept that expires one day. */
export const makeAuthority = (): Authority => {
  const name = 'Trouble CA'
  const own = makeKey()
  const self = {
    key: pem(own.privateKey),
    cert: certificate({ name, isAuthority: true }, own.publicKey, name, own.privateKey),
  }
  return {
    ...self,
    certify(claims) {
      const { publicKey, privateKey } = makeKey()
      return { key: pem(privateKey), cert: certificate(claims, publicKey, name, own.privateKey) }
    },
  }
}

/** A certificate that nobody but its own key vouches for. */
export const selfSigned = (claims: Claims): Certified => {
  const { publicKey, privateKey } = makeKey()
  return { key: pem(privateKey), cert: certificate(claims, publicKey, claims.name, privateKey) }
}

const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const pem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))

const certificate = (claims: Claims, key: KeyObject, issuer: string, issuersKey: KeyObject): string => {
  const { name, hosts = [], isAuthority = false } = claims
  const from = claims.from ?? new Date(Date.now() - HOUR_MS)
  const to = claims.to ?? new Date(Date.now() + 24 * HOUR_MS)
  const content = sequence(
    der(0xa0, integer(2)),
    integer(2 ** 24 + randomInt(2 ** 24)),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(name),
    key.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        ...(isAuthority ? [sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE)))] : []),
        ...(hosts.length > 0 ? [sequence(oid('551d11'), der(0x04, sequence(...hosts.map(hostOf))))] : []),
      ),
    ),
  )
  const signature = sign('sha256', content, issuersKey)
  const whole = sequence(content, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) =>
  der(0x02, Buffer.from(value < 256 ? `0${value}` : value.toString(16).padStart(8, '0'), 'hex'))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const hostOf = (host: string) =>
  /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))

const TRUE = der(0x01, Buffer.from([255]))
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
