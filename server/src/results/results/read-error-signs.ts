import { isOneOf } from '../../ground/store/portable.ts'
import { type ErrorSign, SEARCHED, signOf } from './error-sign.ts'
import { keepReasons } from './rows/keep-reasons.ts'

export interface SignedError extends ErrorSign {
  fingerprint: string
}

/** About 400 bytes each. */
const MOST_KEPT = 20_000

/** The signs of these errors, by the id of their reason; without reasons that are no errors. */
export const readErrorSigns = keepReasons<SignedError>(MOST_KEPT, async ({ read, dialect }, ids) => {
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .select((eb) => eb.fn<string>('substr', ['message', eb.lit(1), eb.lit(SEARCHED)]).as('message'))
    .where(isOneOf(dialect, 'id', ids))
    .where('kind', '=', 'error')
    .execute()
  return new Map(
    rows.map(({ id, fingerprint, message }) => [id, { fingerprint, ...signOf(fingerprint, message) }]),
  )
})
