import { S3Refusal } from './connection.ts'

/** One line that names the bucket, its problem, and what to do. `error` is what a check of the bucket threw. */
export function whyNotUsable(bucket: string, error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const said = cause instanceof Error ? cause.message || cause.name : String(cause)
  const advice = cause instanceof S3Refusal ? adviceFor(cause) : UNREACHABLE
  return `The bucket of SVC_ARTIFACTS_URL (${bucket}) cannot be used. ${advice} The server said: ${said}`
}

const ELSEWHERE = 'It is in another region: correct region= or endpoint= in the address.'

const ADVICE: Record<string, string> = {
  NoSuchBucket: 'It does not exist: create it, or correct its name.',
  InvalidAccessKeyId: 'The server does not know AWS_ACCESS_KEY_ID: correct it.',
  SignatureDoesNotMatch:
    'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or the region is wrong.',
  AccessDenied:
    'The key may not use it: allow s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects.',
  AuthorizationHeaderMalformed: 'The region is wrong: correct region= in the address.',
  PermanentRedirect: ELSEWHERE,
  RequestTimeTooSkewed: 'The clocks of this machine and of the server differ: correct them.',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired: use a key that does not expire.',
  InvalidToken: 'AWS_SESSION_TOKEN does not belong to the key: correct it, or unset it.',
}

const adviceFor = ({ code, status }: S3Refusal): string =>
  ADVICE[code] ?? (status < 400 ? ELSEWHERE : 'Check that the endpoint speaks S3.')

const UNREACHABLE = 'Its server does not answer: check endpoint= in the address, and the network.'
