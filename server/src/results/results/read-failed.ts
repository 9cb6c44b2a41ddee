import type { Store } from '../../ground/store/open.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { isFailedOrFlaky } from './is-failed-or-flaky.ts'
import { idsOf, inParts, unpack, unpackedOf, worstOf } from './rows/read-side.ts'
import { readUnmoved } from './rows/read-unmoved.ts'
import type { Side, SideRow } from './side.ts'

/** The failed tests of each of these sides, by the test's id. */
export const readFailed = async (store: Store, sides: Side[]): Promise<Map<number, SideRow>[]> =>
  sides.length === 0
    ? []
    : readUnmoved(store, idsOf(sides), async (archived) => {
        const unpacked = await unpack(store, archived)
        return Promise.all(
          sides.map(async (side) => {
            const rows = unpackedOf(side, unpacked)?.filter((row) => row.verdict === VERDICT.failed)
            return worstOf(rows ?? (await readLive(store, side)))
          }),
        )
      })

const readLive = ({ read }: Store, { id, parts }: Side) =>
  read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'duration_us', 'reason_id'])
    .where('execution_id', '=', id)
    .where(isFailedOrFlaky('verdict'))
    .where('verdict', '=', VERDICT.failed)
    .where(inParts('result', parts))
    .execute()
